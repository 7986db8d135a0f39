/** Keys without a mouse: single keys, two-key sequences such as `g o`, and combinations such as `Mod+K`. */

export interface KeyPress {
  readonly key: string;
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** The press went into a text field or a list box. */
  readonly typing: boolean;
}

export interface KeyStep {
  /** The binding's name, such as "g o" or "Shift+Escape", when one is complete. */
  readonly name: string | undefined;
  /** First key of a sequence that waits for its second. */
  readonly pending: string | undefined;
}

/** How a press is written in a key map. */
export function keyName(press: KeyPress): string {
  const key =
    press.key.length === 1 ? (press.mod ? press.key.toUpperCase() : press.key) : press.key;
  const shift = press.shift && press.key.length > 1 ? "Shift+" : "";
  return `${press.mod ? "Mod+" : ""}${shift}${key}`;
}

/**
 * One press against the names that mean something now.
 * In a text field only combinations and Escape count; everything else belongs to the field.
 */
export function nextKey(
  pending: string | undefined,
  press: KeyPress,
  names: ReadonlySet<string>,
): KeyStep {
  const nothing: KeyStep = { name: undefined, pending: undefined };
  if (press.alt) return nothing;
  const name = keyName(press);
  if (press.typing && !press.mod && press.key !== "Escape") return nothing;
  if (pending !== undefined) {
    const both = `${pending} ${name}`;
    return names.has(both) ? { name: both, pending: undefined } : nothing;
  }
  for (const known of names) {
    if (known.startsWith(`${name} `)) return { name: undefined, pending: name };
  }
  return names.has(name) ? { name, pending: undefined } : nothing;
}
