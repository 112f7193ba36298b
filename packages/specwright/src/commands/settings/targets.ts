import type { Diagnostic } from "../../diagnostic.ts";
import { listTargetImports } from "../../emit/print/target-imports.ts";
import type { Emitter } from "../../emit/target.ts";
import { askDidYouMean } from "../../text/nearest.ts";

/** The targets, in the order in which they are generated. */
export const targetNames = ["types", "client", "validators", "server"] as const;

export type TargetName = (typeof targetNames)[number];

export function isTargetName(name: string): name is TargetName {
  return targetNames.some((target) => target === name);
}

/** The requested targets and those that they import. An empty list means all targets. */
export function withImported(asked: readonly string[] = []): readonly TargetName[] {
  const known = asked.filter(isTargetName);
  const all = new Set([...known, ...known.flatMap(listTargetImports)]);
  return known.length === 0 ? targetNames : targetNames.filter((name) => all.has(name));
}

/** The targets that are generated only because a requested target imports them. */
export function listImportedTargets(asked: readonly string[] = []): readonly TargetName[] {
  return withImported(asked).filter((name) => asked.some(isTargetName) && !asked.includes(name));
}

/** An error for each unknown name. */
export function checkTargets(names: readonly string[]): Diagnostic[] {
  return names
    .filter((name) => !isTargetName(name))
    .map((name) => ({
      severity: "error",
      code: "unknown-target",
      message: `\`${name}\` is not a target.`,
      fix: `${askDidYouMean(name, targetNames)}Choose from ${targetNames.join(", ")}.`,
    }));
}

/** Loads the emitter of a target. Emitters of other targets are not loaded. */
export async function loadEmitter(target: TargetName): Promise<Emitter> {
  switch (target) {
    case "types":
      return (await import("../../emit/types/index.ts")).emitTypes;
    case "client":
      return (await import("../../emit/client/index.ts")).emitClient;
    case "validators":
      return (await import("../../emit/validators/index.ts")).emitValidators;
    case "server":
      return (await import("../../emit/server/index.ts")).emitServer;
    default:
      return target satisfies never;
  }
}
