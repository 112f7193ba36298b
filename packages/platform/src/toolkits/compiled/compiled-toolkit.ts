import type { ImportReport } from "../importing/import-types.ts";
import type { ToolkitDefinition } from "../types/catalog-types.ts";
import type { ToolDefinition, ToolOutline } from "../types/tool-types.ts";

/**
 * The version of the stored forms. Raise it whenever a stored form would be read wrongly by the code of now: stored
 * toolkits of another version are compiled again from their documents.
 */
export const compiledFormat = 3;

/** A document that was read once and for all: its toolkit, and each tool by itself, as compressed bytes. */
export interface CompiledToolkit {
  readonly slug: string;
  /** A `CompiledOutline`. */
  readonly outline: Uint8Array;
  readonly tools: readonly CompiledTool[];
}

/** One tool of it. */
export interface CompiledTool {
  readonly slug: string;
  /** Its record as JSON. */
  readonly record: Uint8Array;
  /** A `CompiledExecution`. */
  readonly execution: Uint8Array;
}

/**
 * The toolkit without what only its place says: addresses of logos begin with a slash, versions are empty, and the length
 * of records is theirs without these.
 */
export interface CompiledOutline {
  readonly toolkit: Omit<ToolkitDefinition, "tools">;
  readonly tools: readonly ToolOutline[];
}

/** The parts of a tool that an execution needs beside its outline and its record. */
export type CompiledExecution = Pick<ToolDefinition, "operation" | "inputs" | "body" | "rules">;

/** The outcome of compiling a document: problems that are errors leave nothing else. */
export interface Compilation {
  readonly compiled?: CompiledToolkit;
  /** A line a problem: its place, what is wrong, and how to mend it. */
  readonly errors: readonly string[];
  /** The losses of an import. */
  readonly report?: ImportReport;
}
