/** The specifiers with which generated modules import those of other targets: string literals, ready for an `import`. */
export interface TargetImports {
  readonly types: string;
  readonly validators: string;
}

/** The targets. */
type Target = "types" | "client" | "validators" | "server";

const imported: Readonly<Record<Target, readonly Target[]>> = {
  types: [],
  client: ["types"],
  validators: ["types"],
  server: ["types", "validators"],
};

/** The targets whose modules a target's modules import, so that they have to be generated too. */
export function listTargetImports(target: Target): readonly Target[] {
  return imported[target];
}

/** The targets as folders of one application. */
export const siblingTargets: TargetImports = {
  types: '"../types/index.js"',
  validators: '"../validators/index.js"',
};
