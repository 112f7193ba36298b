import type { Diagnostic } from "../../diagnostic.ts";
import type { Written } from "../../write/write-output.ts";
import type { NamedInput } from "../load/document-input.ts";
import type { Step } from "../steps/step.ts";

/** The options of every command that writes an output folder. */
export interface OutputOptions extends NamedInput {
  /** True to compare with the existing files and write nothing. */
  readonly check?: boolean;
  /** Called when a step begins and when it ends. */
  readonly onStep?: (step: Step) => void;
  /** Awaited after all files are made and before anything is written. When it throws, the command ends with that error. */
  readonly beforeWrite?: () => Promise<void>;
}

/** The result of every command that writes an output folder. */
export interface OutputResult extends Written {
  /** The absolute path of the output folder. */
  readonly folder: string;
  /** True when no file had to be written or removed. */
  readonly isUpToDate: boolean;
  /** Absent when the document was not read, because the hashes showed that nothing had changed. */
  readonly counts?: { readonly operations: number; readonly schemas: number };
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the document's files. Empty when the document was not read. */
  readonly inputs: readonly string[];
}
