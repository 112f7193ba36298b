import type { ImportReport } from "../importing/import-types.ts";
import type { ToolkitDefinition } from "../types/catalog-types.ts";
import type { ToolDefinition, ToolOutline } from "../types/tool-types.ts";
import type { PackedDocument } from "./packed-document.ts";

/**
 * The version of the stored forms. Raise it when the current code would misread older forms. Stored toolkits of
 * another version are compiled again from their documents.
 */
export const compiledFormat = 8;

/** A compiled document: its toolkit, and each tool separately, as compressed bytes. */
export interface CompiledToolkit {
  readonly slug: string;
  /** A `CompiledOutline`. */
  readonly outline: Uint8Array;
  readonly tools: readonly CompiledTool[];
}

/** One tool of the toolkit. */
export interface CompiledTool {
  readonly slug: string;
  /** What identifies its operation in later versions of the document (`identifyOperation`). */
  readonly identity: string;
  /** Its record as JSON. */
  readonly record: Uint8Array;
  /** A `CompiledExecution`. */
  readonly execution: Uint8Array;
}

/**
 * The toolkit without the facts that depend on where it is shown: addresses of logos begin with a slash, versions are
 * empty, and record lengths leave these out.
 */
export interface CompiledOutline {
  readonly toolkit: Omit<ToolkitDefinition, "tools">;
  readonly tools: readonly ToolOutline[];
}

/** The parts of a tool that an execution needs in addition to its outline and its record. */
export type CompiledExecution = Pick<ToolDefinition, "operation" | "inputs" | "body" | "rules">;

/** The outcome of compiling a document. With errors, only the errors are present. */
export interface Compilation {
  readonly compiled?: CompiledToolkit;
  /** The address of the toolkit's server. */
  readonly server?: string;
  /** One line for each problem: its place, the problem, and how to fix it. */
  readonly errors: readonly string[];
  /** The losses of an import. */
  readonly report?: ImportReport;
  /** The document of an import, to be stored beside its compiled form. */
  readonly document?: PackedDocument;
}
