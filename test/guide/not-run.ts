import type { Block } from "./blocks.ts";

/** Blocks or lines that pages show but the tests do not run, with the reason. An unused entry fails the test. */
export interface NotRun {
  readonly reason: string;
  /** Blocks that contain it are shown only. */
  readonly block?: RegExp;
  /** Lines of a shell block that match are not run. */
  readonly line?: RegExp;
}

export const notRun: readonly NotRun[] = [
  {
    reason: "It asks the npm registry. test/packages installs what is packed.",
    line: /^npm (?:install|ci|publish)\b/,
  },
  {
    reason:
      "It compiles with packages that it has to install. packages/specwright/src/cli/commands/init.test.ts starts what init writes.",
    line: /^npm (?:start|test)\b/,
  },
  {
    reason:
      "It runs a command of another package. packages/specwright/src/cli/commands/tools.test.ts runs one in its place.",
    line: /^npx specwright (?:lint|mock)\b/,
  },
  {
    reason: "It is the beginning of the document that the page has as a whole.",
    block: /^\/orders:\n {2}get:\n.*\n.*x-pagination.*\s*$/,
  },
  {
    reason:
      "Only GitHub runs a workflow. The page runs its command of specwright in a block of its own.",
    block: /^# ci\.yml$/m,
  },
  {
    reason:
      "It asks the registry for published packages. test/packages/release.test.ts releases to a registry of its own.",
    line: /^npx specwright (?:release|diff npm:)/,
  },
  {
    reason: "A release reads it. test/packages/release.test.ts releases with such a file.",
    block: /^# releases\.yaml$/m,
  },
  {
    reason:
      "It needs a clone, with its packages compiled. test/packages/packages.test.ts runs it from one.",
    line: /^(?:npm run build$|node (?:\.\.\/specwright\/)?packages|cd \.\.\/notes && npm install$|\(cd \.\.\/specwright && npm pack )/,
  },
  {
    reason:
      "It is a part of a step for an API with XML. test/verify/workflow-requests.test.ts runs such criteria and selectors.",
    block: /^successCriteria:\n.*type: xpath/,
  },
  {
    reason: "It writes workflows of a host. test/packages/pipelines.test.ts runs their steps.",
    line: /^npx specwright init my-api --ci/,
  },
  {
    reason:
      "It imports a library that the repository does not have. test/packages/frameworks.test.ts compiles it.",
    block: /^\/\/ via-\w+\.tsx?$/m,
  },
  {
    reason: "Nuxt has 500 packages, and imports the functions by itself.",
    block: /^\/\/ pages\/notes\.ts$/m,
  },
  { reason: "Git reads it.", block: /^generated\/\*\* text eol=lf$/m },
];

/** Returns whether a block is shown only. */
export function isShown({ code }: Block): boolean {
  return notRun.some(({ block }) => block?.test(code));
}

/** The lines of a script that are run. */
export function selectLinesToRun(script: string): string {
  return script
    .split("\n")
    .filter((line) => !notRun.some((entry) => entry.line?.test(line)))
    .join("\n")
    .trim();
}
