import type { Diagnostic } from "../diagnostic.ts";
import type { Model } from "../document/model/model.ts";
import type { OutputFile } from "../output-file.ts";
import type { Renaming } from "./shared/names/describe-renamings.ts";
import { standardSiblings, type TargetImports } from "./shared/print/target-imports.ts";
import type { TypeTransform } from "./shared/typescript/schema/type-transform.ts";
import type { EmitContext, Emitter, NameOperation } from "./target.ts";
import { completeOptions, type OptionRows, type OptionsOf } from "./target-options.ts";

/** A group of people whom a change of the document may break. `diff` has a verdict for each. */
export type Audience = "clientCode" | "callers" | "validators" | "handlers";

/** An npm package that the code of a target imports. */
export interface ImportedPackage {
  readonly name: string;
  /** The versions that the code works with, such as `^4.5.0`. Absent for our runtime, whose version is specwright's. */
  readonly range?: string;
  /** `peer`: the program has to install it too, because both must use the same copy. */
  readonly kind: "dependency" | "peer" | "optional peer";
  /** The option of the target that can name another package in its place, of any version. */
  readonly namedBy?: string;
}

/** The runtime that generated code imports. */
export const runtimePackage: ImportedPackage = { name: "@specwright/runtime", kind: "dependency" };

/** Zod. `4.5.0` is the lowest version that counts lengths as JSON Schema does. */
export const zodPackage: ImportedPackage = { name: "zod", range: "^4.5.0", kind: "peer" };

/** Options whose types are not known. */
type GivenOptions = Readonly<Record<string, unknown>>;

/** What a target can use while it plans and prints. */
export interface TargetContext<Options extends GivenOptions = GivenOptions> extends EmitContext {
  /** The options of this target, with their defaults. */
  readonly options: Options;
  /** The plans of the targets that this one imports, by their names. */
  readonly plans: ReadonlyMap<string, unknown>;
  /**
   * How to import other targets, by their names: string literals, ready for an `import`. They are folders or, with the
   * setting `package`, packages.
   */
  readonly specifiers: TargetImports;
  /** Reports a warning, a loss or an error. With an error nothing is written. */
  readonly report: (...diagnostics: readonly Diagnostic[]) => void;
  /** Reports names that had to be changed, so that the user learns of them. */
  readonly reportRenamings: (renamings: readonly Renaming[]) => void;
}

/** The code of a target. It looks at the whole document first, and then prints. */
export interface TargetCode<Plan = unknown, Options extends GivenOptions = GivenOptions> {
  /** Chooses all names, and whatever else needs the whole document. Targets that import this one get the plan too. */
  plan(model: Model, context: TargetContext<Options>): Plan;
  /** Prints the files. Their paths begin with the target's name and a slash. */
  files(plan: Plan, context: TargetContext<Options>): readonly OutputFile[];
}

/** What the rest of specwright has to know about a target before it loads the target's code. */
export interface TargetRow<Rows extends OptionRows = OptionRows> {
  /** Its folder, and its entry in the setting `targets`: lower case letters, digits and `-`. */
  readonly name: string;
  /** The target's own version, which messages name. Default: none. */
  readonly version?: string | undefined;
  /** The end of the description of its package: "Pets: client". */
  readonly description: string;
  /** The targets whose modules its modules import, so that they have to be generated too. Default: none. */
  readonly imports?: readonly string[];
  /** The npm packages that its code imports. Default: none. */
  readonly packages?: readonly ImportedPackage[];
  /** True for a target that is generated when the setting `targets` is absent. Default: false. */
  readonly isDefault?: boolean;
  /** Default: none. */
  readonly options?: Rows;
  /**
   * The audiences of its package, first the one whose code uses it. A change can break one package and not another: a
   * stricter schema of a request, for example, breaks validators and client code, and handlers still compile. Default:
   * `clientCode`.
   */
  readonly audiences?: readonly [Audience, ...Audience[]];
  /**
   * `document`: its model is the document. `sent` (default): parameters are in the form in which they are sent, as
   * settings such as `jsonParameters` choose.
   */
  readonly model?: "document" | "sent";
  /**
   * True for a target that is generated instead of the built-in one of the same name, such as an ejected one. Default:
   * false, and a name that a built-in target has is an error.
   */
  readonly replaces?: boolean;
  /**
   * A folder of Handlebars templates, as `new URL("templates/", import.meta.url)`. The template `bruno/request.bru` is the
   * file `bruno/request.bru.hbs` in it. The user's folder of templates takes precedence. Default: none.
   */
  readonly templates?: URL | undefined;
}

/** The version of this contract: of `defineTarget`, its context and the model. */
export const targetContract = "specwright/target/v1";

/** What a target's author writes. */
export type TargetDefinition<
  Rows extends OptionRows = OptionRows,
  Plan = unknown,
> = TargetRow<Rows> &
  (
    | TargetCode<Plan, OptionsOf<Rows>>
    | { readonly load: () => Promise<TargetCode<Plan, OptionsOf<Rows>>> }
  );

/** A target as the rest of specwright uses it. */
export interface Target extends Required<TargetRow> {
  readonly contract: string;
  /** Loads its code. */
  readonly load: () => Promise<Emitter>;
}

/** One part of a built-in target, replaced. It is generated as before in all other respects. */
export type TargetExtension =
  | {
      readonly extends: "types";
      /**
       * The TypeScript type of a schema, in the types and wherever other targets print types. Undefined keeps the schema's
       * own type. The text is inserted unchanged, and may be `import("…").Name`.
       */
      readonly typeOf: TypeTransform;
    }
  | { readonly extends: "client"; readonly nameOperation: NameOperation };

/** An extension of a built-in target as the rest of specwright uses it. */
export type ExtendedTarget = TargetExtension & { readonly contract: string };

/**
 * Defines a target: what is known of it, and its code, either here (`plan` and `files`) or as a function that loads it.
 *
 * @example
 * ```ts
 * import { defineTarget } from "specwright/target";
 *
 * export default defineTarget({
 *   name: "routes",
 *   description: "a list of all routes",
 *   options: { heading: { type: "string", default: "Routes", help: "the first line" } },
 *   plan: ({ operations }) => operations.map(({ method, path }) => `${method} ${JSON.stringify(path)}`),
 *   files: (routes, { options }) => [
 *     { path: "routes/routes.txt", content: `${[options.heading, ...routes].join("\n")}\n` },
 *   ],
 * });
 * ```
 */
export function defineTarget(extension: TargetExtension): ExtendedTarget;
export function defineTarget<const Rows extends OptionRows, Plan>(
  definition: TargetDefinition<Rows, Plan>,
): Target;
export function defineTarget<const Rows extends OptionRows, Plan>(
  definition: TargetDefinition<Rows, Plan> | TargetExtension,
): Target | ExtendedTarget {
  if ("extends" in definition) {
    return { contract: targetContract, ...definition };
  }
  const rows = definition.options ?? {};
  return {
    contract: targetContract,
    imports: [],
    packages: [],
    isDefault: false,
    audiences: ["clientCode"],
    model: "sent",
    version: undefined,
    replaces: false,
    templates: undefined,
    ...definition,
    options: rows,
    load: async () => {
      const code = "load" in definition ? await definition.load() : definition;
      // The rows are those of this code, so its options have their types.
      return createEmitter(code as TargetCode<Plan>, rows);
    },
  };
}

/** The packages that the code of a target imports with the options of a run. */
export function choosePackages(
  { packages, options: rows }: Pick<Target, "packages" | "options">,
  given: GivenOptions = {},
): readonly ImportedPackage[] {
  const options = completeOptions(rows, given);
  return packages.map((each) => {
    const name = each.namedBy === undefined ? undefined : options[each.namedBy];
    return typeof name === "string" && name !== each.name ? { ...each, name, range: "*" } : each;
  });
}

/** The emitter of a target's code. */
export function createEmitter<Plan>(code: TargetCode<Plan>, rows: OptionRows = {}): Emitter {
  return (given) => {
    const diagnostics: Diagnostic[] = [];
    const renamings: Renaming[] = [];
    const context: TargetContext = {
      plans: new Map(),
      specifiers: standardSiblings,
      ...given,
      options: completeOptions(rows, given.options),
      report: (...all) => {
        diagnostics.push(...all);
      },
      reportRenamings: (all) => {
        renamings.push(...all);
      },
    };
    const plan = code.plan(given.model, context);
    return { files: code.files(plan, context), diagnostics, renamings, plan };
  };
}
