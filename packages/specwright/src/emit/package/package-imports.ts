import { escapeString } from "../escape/string.ts";
import { siblingTargets, type TargetImports } from "../print/target-imports.ts";
import type { PackagePlan } from "./package-plan.ts";

/** The specifiers with which targets import each other when each of them is a package. */
export function mapPackageImports({ names }: PackagePlan): TargetImports {
  const printTargetImport = (target: keyof TargetImports): string => {
    const name = names.get(target);
    return name === undefined ? siblingTargets[target] : escapeString(name);
  };
  return { types: printTargetImport("types"), validators: printTargetImport("validators") };
}
