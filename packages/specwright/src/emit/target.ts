import type { Diagnostic } from "../diagnostic.ts";
import type { Model, Operation } from "../document/model/model.ts";
import type { OutputFile } from "../output-file.ts";
import type { Render } from "../text/render.ts";
import type { Kept } from "../watch/kept-units.ts";
import type { Renaming } from "./shared/names/describe-renamings.ts";
import type { TargetImports } from "./shared/print/target-imports.ts";
import type { GeneratedTypeOptions } from "./shared/typescript/type-options.ts";
import type { ValuePlan } from "./shared/values/plan-values.ts";

/** The result of an emitter. Emitters do not write files themselves. */
export interface EmitResult {
  readonly files: readonly OutputFile[];
  /** Warnings and losses, such as a keyword that the target does not enforce. */
  readonly diagnostics: readonly Diagnostic[];
  /** The names that had to be changed. Default: none. */
  readonly renamings?: readonly Renaming[];
  /** The plan of the target, for targets that import it. */
  readonly plan?: unknown;
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
  readonly typeOptions?: GeneratedTypeOptions;
  /** Which values programs see converted. Default: they see all as they are sent. */
  readonly values?: ValuePlan;
  /** The name of the client's function that groups all operations. Default: `createApi`. */
  readonly factory?: string | undefined;
  /** Names the client's function of an operation. Undefined for the name in the document. */
  readonly nameOperation?: NameOperation | undefined;
  /** How the modules of this run import those of other targets, by the target's name. Default: as sibling folders. */
  readonly specifiers?: TargetImports;
  /** The options of the target that the user gave. Default: none. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The plans of the targets that were generated before, by their names. Default: none. */
  readonly plans?: ReadonlyMap<string, unknown>;
}

/** The name of the client's function for an operation. Undefined for its name in the document. */
export type NameOperation = (operation: Operation) => string | undefined;

/** Plans and prints a target: see `defineTarget`. */
export type Emitter = (context: EmitContext) => EmitResult;
