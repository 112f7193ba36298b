/** The specifiers with which generated modules import those of other targets: string literals, ready for an `import`. */
export type TargetImports = Readonly<Record<string, string>>;

/** The built-in targets that modules of other targets import, as folders of one application. */
export const standardSiblings: TargetImports = listSiblings(
  "types client validators server tools cli".split(" "),
);

/** The targets as folders of one application. */
export function listSiblings(names: Iterable<string>): TargetImports {
  return Object.fromEntries([...names].map((name) => [name, `"../${name}/index.js"`]));
}
