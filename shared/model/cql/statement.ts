/** CQL statements as values: what the simulator understands of CQL 3.4. */

/** A value in a statement. */
export type Term =
  | { readonly kind: "null" }
  /** `?` or `:name`; numbered from 0 in the order of the text. */
  | { readonly kind: "marker"; readonly index: number; readonly name: string | undefined }
  | {
      readonly kind: "string" | "integer" | "float" | "uuid" | "blob" | "boolean";
      readonly text: string;
    }
  | { readonly kind: "list" | "set"; readonly of: readonly Term[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Term, Term])[] };

export interface TableName {
  /** Undefined: the connection's keyspace. */
  readonly keyspace: string | undefined;
  readonly table: string;
}

/** `column = value`, `column IN (…)`, or a comparison that only some tables can answer. */
export interface Relation {
  readonly column: string;
  readonly operator: "=" | "in" | "<" | ">" | "<=" | ">=" | "!=";
  /** One for all operators but IN. */
  readonly terms: readonly Term[];
  /** `IN ?`: one marker for the whole list. */
  readonly wholeList: boolean;
}

export interface Selector {
  readonly column: string;
  readonly as: string | undefined;
}

export interface Using {
  readonly ttl: Term | undefined;
  readonly timestamp: Term | undefined;
}

export interface SelectStatement {
  readonly kind: "select";
  readonly from: TableName;
  /** Undefined: `*`. */
  readonly selectors: readonly Selector[] | "count" | undefined;
  readonly where: readonly Relation[];
  readonly limit: Term | undefined;
  readonly allowFiltering: boolean;
}

export interface Assignment {
  readonly column: string;
  readonly term: Term;
}

/** `IF NOT EXISTS`, `IF EXISTS`, or `IF column = value AND …`. */
export type Condition =
  | { readonly kind: "not exists" }
  | { readonly kind: "exists" }
  | { readonly kind: "columns"; readonly relations: readonly Relation[] };

export type ModifyStatement =
  | {
      readonly kind: "insert";
      readonly into: TableName;
      readonly assignments: readonly Assignment[];
      readonly using: Using;
      readonly condition: Condition | undefined;
    }
  | {
      readonly kind: "update";
      readonly into: TableName;
      readonly assignments: readonly Assignment[];
      readonly where: readonly Relation[];
      readonly using: Using;
      readonly condition: Condition | undefined;
    }
  | {
      readonly kind: "delete";
      readonly into: TableName;
      /** Empty: the whole row. */
      readonly columns: readonly string[];
      readonly where: readonly Relation[];
      readonly using: Using;
      readonly condition: Condition | undefined;
    };

/** Options after WITH; terms, or maps for replication and the like. */
export type Options = ReadonlyMap<string, Term>;

export type SchemaStatement =
  | {
      readonly kind: "create keyspace";
      readonly keyspace: string;
      readonly ifNotExists: boolean;
      readonly options: Options;
    }
  | { readonly kind: "alter keyspace"; readonly keyspace: string; readonly options: Options }
  | { readonly kind: "drop keyspace"; readonly keyspace: string; readonly ifExists: boolean }
  | {
      readonly kind: "create table";
      readonly name: TableName;
      readonly ifNotExists: boolean;
      readonly columns: readonly { readonly name: string; readonly type: string }[];
      readonly partitionKey: readonly string[];
      readonly clustering: readonly string[];
      readonly options: Options;
    }
  | { readonly kind: "drop table"; readonly name: TableName; readonly ifExists: boolean };

export type Statement =
  | SelectStatement
  | ModifyStatement
  | SchemaStatement
  | { readonly kind: "use"; readonly keyspace: string }
  | { readonly kind: "truncate"; readonly name: TableName };
