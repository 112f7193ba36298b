/** How generated modules import those of other targets: as string literals, ready for an `import`. */
export interface TargetImports {
  readonly types: string;
  readonly validators: string;
}

/** The targets as folders of one application. */
export const siblingTargets: TargetImports = {
  types: '"../types/index.js"',
  validators: '"../validators/index.js"',
};
