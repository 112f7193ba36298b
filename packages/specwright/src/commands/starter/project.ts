import { readToolVersion } from "../packages/tool-version.ts";

/**
 * `package.json` of a new API. Its TypeScript is compiled before it runs, because only newer versions of Node run
 * TypeScript directly.
 *
 * @param packed The addresses of specwright's packages, by name, when they do not come from the registry.
 */
export function writeStarterManifest(
  name: string,
  isReleased: boolean,
  packed: Readonly<Record<string, string>> = {},
): string {
  const version = `^${readToolVersion()}`;
  const { "@specwright/runtime": runtime = version, specwright = version, ...needed } = packed;
  return writeStarterJson({
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    engines: { node: ">=20" },
    // The generated packages import each other by name.
    ...(isReleased ? { workspaces: ["generated/*"] } : {}),
    scripts: {
      start: "npm run --silent build && node dist/server.js",
      test: "npm run --silent build && node --test dist/*.test.js",
      client: "npm run --silent build && node dist/client.js",
      generate: "specwright generate",
      build: "specwright generate && tsc",
    },
    dependencies: { "@specwright/runtime": runtime, zod: "^4.5.0" },
    devDependencies: {
      // specwright needs them, and the registry may not have them.
      ...needed,
      ...(isReleased ? { "@redocly/cli": "^2.77.0" } : {}),
      "@types/node": "^20.19.0",
      specwright,
      typescript: "^7.0.2",
    },
  });
}

/** `tsconfig.json`: `src` becomes `dist` beside it, so that both find `generated` by the same relative path. */
export const starterTsconfig: string = writeStarterJson({
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    types: ["node"],
    strict: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    rootDir: "src",
    outDir: "dist",
  },
  include: ["src"],
});

function writeStarterJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** `redocly.yaml`: what specwright generates, and how the document is linted. */
export function writeStarterConfiguration(isReleased: boolean): string {
  return `extends: [recommended]
# Rules that an API can do without while it is being made. Remove a line to turn its rule on.
rules:
  info-license: off
  no-server-example.com: off
  security-defined: off
apis:
  notes:
    root: openapi.yaml
    x-specwright:
      out: generated
${isReleased ? releaseSettings : ""}`;
}

const releaseSettings = `      # The scope is that of your organization in the registry. Private packages have \`access: restricted\`.
      package: { scope: '@acme', access: public }
      docs: { out: site, versions: true }
`;

/** `README.md`: the commands, and the first change. */
export function writeStarterReadme(name: string): string {
  return `# ${name}

\`openapi.yaml\` describes this API. \`generated/\` has the types, client, validators and router that specwright makes from it; do
not edit them.

| Command | Description |
|---|---|
| \`npm start\` | generates, compiles and starts the server on port 3000 (\`PORT\` changes it) |
| \`npm test\` | generates, compiles and runs the tests |
| \`npm run client\` | calls the server, which has to run in another terminal |
| \`npm run generate\` | writes \`generated/\` again |
| \`npm run build\` | generates and compiles \`src/\` to \`dist/\` |
| \`npx specwright verify openapi.yaml http://localhost:3000\` | checks the answers of the running server against \`openapi.yaml\` |

To add an operation, describe it in \`openapi.yaml\` and run \`npm start\`: the compiler then names the handler that is missing in
\`src/app.ts\`.
`;
}
