import type { Diagnostic } from "../diagnostic.ts";
import type { Kept } from "../kept.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../output-file.ts";
import type { TypeOptions } from "./typescript/type-options.ts";

/** The result of an emitter, which writes nothing itself. */
export interface EmitResult {
  readonly files: readonly OutputFile[];
  /** Warnings, such as a keyword that the target does not enforce or a name that had to be changed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Input that all emitters get. */
export interface EmitContext {
  readonly model: Model;
  /** The command that reproduces the output, for the header of each file. */
  readonly command: string;
  /** Text that earlier runs of the process have printed. Default: nothing. */
  readonly kept?: Kept;
  /** Renders a template of the target, such as `client/operation`; the user's templates first. Values are put in as they are. */
  readonly render: (template: string, view: Readonly<Record<string, unknown>>) => string;
  /** `annotate` keeps validators from asserting `format`, as the letter of 2020-12 has it. Default: `assert`. */
  readonly formats?: "assert" | "annotate";
  /** True when types of requests leave out `readOnly` properties, and types of responses `writeOnly` ones. */
  readonly readWriteSplit?: boolean;
  /** Headers that are added to answers in one place, so that handlers need not give them. */
  readonly addedHeaders?: readonly string[];
  /** `refuse` makes validators of requests refuse `readOnly` properties. Default: `accept`. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** How types differ from those of openapi-typescript without flags. */
  readonly typeOptions?: Pick<TypeOptions, "defaultNonNullable" | "emptyObjectsUnknown">;
  /** The name of the client's function that groups all operations. Default: `createApi`. */
  readonly factory?: string;
}

/** One target: `emit/types/index.ts` and its siblings each export one function of this shape. */
export type Emitter = (context: EmitContext) => EmitResult;
