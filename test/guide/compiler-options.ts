/** How the code of pages is compiled: as strictly as a careful project does it. */
export const compilerOptions: Readonly<Record<string, unknown>> = {
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "nodenext",
  jsx: "react-jsx",
  moduleDetection: "force",
  customConditions: ["source"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};
