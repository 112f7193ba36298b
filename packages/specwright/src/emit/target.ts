import type { Diagnostic } from "../diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../output-file.ts";
import type { Render } from "./print/templates.ts";
import type { TypeOptions } from "./typescript/type-options.ts";
import type { Kept } from "./units/kept.ts";

/** The result of an emitter. Emitters do not write files themselves. */
export interface EmitResult {
  readonly files: readonly OutputFile[];
  /** Warnings and losses, such as a keyword that the target does not enforce or a name that had to be changed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Input that all emitters get. */
export interface EmitContext {
  readonly model: Model;
  /** The command that reproduces the output, for the header of each file. */
  readonly command: string;
  /** The text that earlier runs of this process printed. Default: none. */
  readonly kept?: Kept;
  /**
   * Renders a template of the target, such as `client/operation`. The user's templates take precedence. Values are
   * inserted without escaping.
   */
  readonly render: Render;
  /**
   * `annotate` means that validators do not assert `format`, which is the default of JSON Schema 2020-12. Default:
   * `assert`.
   */
  readonly formats?: "assert" | "annotate";
  /** True when types of requests omit `readOnly` properties, and types of responses omit `writeOnly` properties. */
  readonly readWriteSplit?: boolean;
  /** Headers that one place adds to all responses, so that handlers do not have to set them. */
  readonly addedHeaders?: readonly string[];
  /** `refuse` makes validators of requests reject `readOnly` properties. Default: `accept`. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** The options in which types differ from those of openapi-typescript without flags. */
  readonly typeOptions?: Pick<TypeOptions, "defaultNonNullable" | "emptyObjectsUnknown">;
  /** The name of the client's function that groups all operations. Default: `createApi`. */
  readonly factory?: string;
}

/** A target. `emit/types/index.ts` and its siblings each export one function of this type. */
export type Emitter = (context: EmitContext) => EmitResult;
