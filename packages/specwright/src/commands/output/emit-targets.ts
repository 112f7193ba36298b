import { fileURLToPath } from "node:url";
import { createDiagnosticError, DiagnosticError } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import type { Target } from "../../emit/define-target.ts";
import { buildSentModel } from "../../emit/shared/parameters/sent-model.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import type { EmitContext, EmitResult, Emitter } from "../../emit/target.ts";
import { isOutputPath } from "../../write/output-path.ts";
import type { LoadedTargets } from "../load/load-targets.ts";
import type { Settings } from "../settings/settings.ts";

/** How a command runs its targets. */
export interface EmitTargetsOptions
  extends Pick<Settings, "options" | "templates" | "jsonParameters" | "splitEncodedCommas"> {
  /** Runs the work of a target, for example to report its progress. */
  readonly run: (target: string, work: () => EmitResult) => EmitResult;
}

/** The results of the targets, in their order, and the model from which most of them were printed. */
export interface EmittedTargets {
  readonly results: readonly EmitResult[];
  readonly sent: Model;
  /** The plans of the targets, by their names. */
  readonly plans: ReadonlyMap<string, unknown>;
}

/** Loads the code of targets, by their names. */
export async function loadEmitters(
  targets: readonly Target[],
): Promise<ReadonlyMap<string, Emitter>> {
  const emitters = new Map<string, Emitter>();
  for (const { name, load } of targets) {
    emitters.set(name, await load());
  }
  return emitters;
}

/**
 * Emits targets, each after those that it imports, which gives it their plans.
 *
 * @throws DiagnosticError when a target of one's own throws an error, with the error's stack
 */
export function emitTargets(
  { targets, own, hooks }: Pick<LoadedTargets, "targets" | "own" | "hooks">,
  emitters: ReadonlyMap<string, Emitter>,
  given: EmitContext,
  options: EmitTargetsOptions,
): EmittedTargets {
  const { nameOperation, typeOf: transform } = hooks;
  const context: EmitContext = {
    ...given,
    nameOperation,
    typeOptions: { ...given.typeOptions, ...(transform !== undefined && { transform }) },
  };
  // Types describe the document itself, independent of how a parameter is sent.
  const sent = { ...context, model: buildSentModel(context.model, options) };
  const plans = new Map<string, unknown>();
  const results: EmitResult[] = [];
  for (const target of targets) {
    const { name, model } = target;
    const emitTarget = requireEmitter(emitters, name);
    const base = model === "document" ? context : sent;
    const source = own.get(name);
    const input = {
      ...(source === undefined ? base : withOwnTemplates(base, target, options.templates)),
      plans,
      options: options.options?.[name],
    };
    const result = options.run(name, () =>
      source === undefined
        ? emitTarget(input)
        : emitGuarded(target, source.shown, () => emitTarget(input)),
    );
    plans.set(name, result.plan);
    results.push(result);
  }
  return { results, sent: sent.model, plans };
}

function requireEmitter(emitters: ReadonlyMap<string, Emitter>, name: string): Emitter {
  const found = emitters.get(name);
  if (found === undefined) {
    throw new Error(`The emitter of ${name} was not loaded.`);
  }
  return found;
}

/**
 * The context of a target of one's own. The memory of a session has texts of built-in templates and built-in targets, so
 * other targets print anew.
 */
function withOwnTemplates(
  { kept: _, ...context }: EmitContext,
  { templates }: Target,
  folder: string | undefined,
): EmitContext {
  const { specifiers } = context;
  const own = templates && fileURLToPath(templates);
  return {
    ...context,
    render: createTemplates({ folder, own, ...(specifiers && { targets: specifiers }) }),
  };
}

/** Runs the code of a user. */
function emitGuarded({ name }: Target, shown: string, emit: () => EmitResult): EmitResult {
  let result: EmitResult;
  try {
    result = emit();
  } catch (error) {
    if (error instanceof DiagnosticError) {
      throw error;
    }
    const { message, stack } = error instanceof Error ? error : { message: String(error) };
    throw createDiagnosticError({
      code: "target-failed",
      message: `The target ${shown} failed: ${message}`,
      fix: "Correct the target. The lines above show where it failed.",
      ...(stack !== undefined && { stack }),
    });
  }
  const wrong = result.files.find(
    ({ path }) => !path.startsWith(`${name}/`) || !isOutputPath(path),
  );
  if (wrong !== undefined) {
    throw createDiagnosticError({
      code: "target-failed",
      message: `The target ${shown} returned the file \`${wrong.path}\`, which is not in its folder.`,
      fix: `Begin the paths of its files with \`${name}/\`, and use \`/\` between folders.`,
    });
  }
  const seen = new Set<string>();
  const repeated = result.files.find(({ path }) => seen.size === seen.add(path).size)?.path;
  if (repeated !== undefined) {
    throw createDiagnosticError({
      code: "target-failed",
      message: `The target ${shown} returned the file \`${repeated}\` twice.`,
      fix: "Give each file a name of its own, for example with `createNames`.",
    });
  }
  return result;
}
