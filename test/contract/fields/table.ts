import type { Shapes } from "./notation.ts";

/** The contract of one operation, in the notation of `notation.ts`. */
export interface OperationTable {
  /** Method and path. */
  readonly operation: string;
  /** Path parameters; all are required. */
  readonly path?: string;
  /** Query parameters. Where the API document says `|null` it means absent (docs/decisions.md §3), so null is left out. */
  readonly query?: string;
  /** The request's body; absent without one. */
  readonly body?: string;
  /** The body of each success answer by status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, string | null>>;
}

/** The contract of a component schema that the tables of operations do not cover. */
export interface SchemaTable {
  readonly schema: string;
  readonly shape: string;
}

/** The transcription of one resource. */
export interface ResourceTables {
  readonly shapes: Shapes;
  readonly operations: readonly OperationTable[];
  readonly schemas?: readonly SchemaTable[];
}

/** Puts a shape into the "Cursor-paginated list envelope" of the API document. */
export function wrapInEnvelope(shape: string): string {
  return `
items*        array<${shape}>
next_cursor   string|null
total_pages*  number
current_page* number
total_items*  number
`;
}
