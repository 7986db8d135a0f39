import type { ColumnSpec } from "../../cql/column-specs.ts";
import type { CqlType } from "../../cql/cql-type.ts";
import { parseStatement } from "../cql/parse-statement.ts";
import type { Relation, Statement, Term } from "../cql/statement.ts";
import {
  partitionKeyOf,
  type ColumnDefinition,
  type TableDefinition,
} from "../schema/definitions.ts";
import { invalid, type Catalog, type FoundTable } from "./catalog.ts";

/** A statement that was read and checked against the schema as it was then. */
export interface Prepared {
  readonly statement: Statement;
  /** Undefined for statements that name no table to read or write. */
  readonly found: FoundTable | undefined;
  /** One for each marker, in order. */
  readonly binds: readonly ColumnSpec[];
  /** Places among `binds` of the partition key; empty when not all of it is bound. */
  readonly partitionKey: readonly number[];
  /** Columns of the result; empty when it gives none, or one that depends on what is found. */
  readonly columns: readonly ColumnSpec[];
}

/** @throws CqlServerError (syntax, invalid) */
export function prepareStatement(
  cql: string,
  catalog: Catalog,
  keyspace: string | undefined,
): Prepared {
  const { statement, markers } = parseStatement(cql);
  const name =
    statement.kind === "select"
      ? statement.from
      : statement.kind === "truncate"
        ? statement.name
        : "into" in statement
          ? statement.into
          : undefined;
  const found = name === undefined ? undefined : catalog.find(name, keyspace);
  const binder = new Binder(found?.table);
  if (statement.kind === "select") {
    binder.relations(statement.where);
    binder.bind(statement.limit, "[limit]", { kind: "int" });
  } else if ("into" in statement) {
    if ("assignments" in statement) {
      for (const { column, term } of statement.assignments) binder.column(column, term);
    }
    if ("where" in statement) binder.relations(statement.where);
    binder.bind(statement.using.ttl, "[ttl]", { kind: "int" });
    binder.bind(statement.using.timestamp, "[timestamp]", { kind: "bigint" });
    if (statement.condition?.kind === "columns") binder.relations(statement.condition.relations);
    if (statement.kind === "delete") for (const column of statement.columns) binder.find(column);
  }
  const binds = Array.from({ length: markers }, (_, i) => {
    const spec = binder.specs.get(i);
    if (spec === undefined) throw invalid("A marker stands where the simulator takes none");
    return spec;
  });
  return {
    statement,
    found,
    binds,
    partitionKey: binder.partitionKey(),
    columns:
      statement.kind === "select" && found !== undefined
        ? resultColumns(statement.selectors, found.table)
        : [],
  };
}

/** @throws CqlServerError (invalid) for a column that the table does not have */
export function columnOf(table: TableDefinition, name: string): ColumnDefinition {
  const column = table.columns.find((each) => each.name === name);
  if (column === undefined)
    throw invalid(`Undefined column name ${name} in table ${table.keyspace}.${table.name}`);
  return column;
}

/** The description of a table's column in a result. */
export function specOf(
  table: TableDefinition,
  column: { readonly name: string; readonly type: CqlType },
): ColumnSpec {
  return { keyspace: table.keyspace, table: table.name, name: column.name, type: column.type };
}

function resultColumns(
  selectors: (Statement & { readonly kind: "select" })["selectors"],
  table: TableDefinition,
): readonly ColumnSpec[] {
  if (selectors === "count") return [specOf(table, { name: "count", type: { kind: "bigint" } })];
  if (selectors === undefined) return table.columns.map((column) => specOf(table, column));
  return selectors.map(({ column, as }) => {
    const { type } = columnOf(table, column);
    return specOf(table, { name: as ?? column, type });
  });
}

/** Finds out what each marker stands for. */
class Binder {
  readonly specs = new Map<number, ColumnSpec>();
  readonly #table: TableDefinition | undefined;
  /** Marker of each column that is set or compared by `=`. */
  readonly #markerOf = new Map<string, number>();

  constructor(table: TableDefinition | undefined) {
    this.#table = table;
  }

  find(name: string): ColumnDefinition {
    if (this.#table === undefined) throw invalid(`Undefined column name ${name}`);
    return columnOf(this.#table, name);
  }

  column(name: string, term: Term): void {
    const { type } = this.find(name);
    if (term.kind === "marker") this.#markerOf.set(name, term.index);
    this.bind(term, name, type);
  }

  relations(relations: readonly Relation[]): void {
    for (const { column, operator, terms, wholeList } of relations) {
      const { type } = this.find(column);
      const [first] = terms;
      if (wholeList) this.bind(first, `in(${column})`, { kind: "list", of: type });
      else if (operator === "=" && first !== undefined) this.column(column, first);
      else for (const term of terms) this.bind(term, column, type);
    }
  }

  bind(term: Term | undefined, name: string, type: CqlType): void {
    if (term?.kind !== "marker") return;
    const { keyspace, name: table } = this.#table ?? { keyspace: "", name: "" };
    this.specs.set(term.index, { keyspace, table, name: term.name ?? name, type });
  }

  partitionKey(): readonly number[] {
    if (this.#table === undefined) return [];
    const places = partitionKeyOf(this.#table).map(({ name }) => this.#markerOf.get(name));
    return places.every((place) => place !== undefined) ? places : [];
  }
}
