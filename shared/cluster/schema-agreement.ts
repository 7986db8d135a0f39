export interface SchemaAgreement {
  /** True when all nodes that answered have the same schema version. */
  readonly agreed: boolean;
  /** Versions with the nodes that have them, the most frequent first. */
  readonly versions: readonly { readonly version: string; readonly nodes: readonly string[] }[];
  /** Nodes that did not say their version. */
  readonly silent: readonly string[];
}

/**
 * Schema agreement from each node's own `system.local.schema_version`; what others remember of a node is no
 * answer. Undefined when no node answered.
 */
export function schemaAgreementOf(
  own: ReadonlyMap<string, string | undefined>,
): SchemaAgreement | undefined {
  const byVersion = new Map<string, string[]>();
  const silent: string[] = [];
  for (const [node, version] of own) {
    if (version === undefined) silent.push(node);
    else byVersion.set(version, [...(byVersion.get(version) ?? []), node]);
  }
  if (byVersion.size === 0) return undefined;
  const versions = [...byVersion]
    .map(([version, nodes]) => ({ version, nodes }))
    .toSorted((a, b) => b.nodes.length - a.nodes.length);
  return { agreed: byVersion.size === 1, versions, silent };
}
