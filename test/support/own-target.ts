import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

const petsDocument = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: {
          200: {
            description: "Pets",
            content: {
              "application/json": { schema: { type: "array", items: { type: "string" } } },
            },
          },
        },
      },
    },
  },
});

/** Makes a project with a small document, in which targets of one's own can import specwright. */
export function makeTargetProject(files: Readonly<Record<string, string>>): string {
  const folder = makeTemporaryFolder({
    "package.json": '{ "type": "module" }',
    "api.yaml": petsDocument,
    ...files,
  });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(
    resolveInRoot("packages/specwright"),
    join(folder, "node_modules/specwright"),
    "junction",
  );
  return folder;
}

/** A target that lists the paths of the document, with an option. */
export const routesTarget = `import { defineTarget } from "specwright/target";
import { ending } from "./ending.ts";

export default defineTarget({
  name: "routes",
  description: "a list of paths",
  options: { heading: { type: "string", default: "Routes", help: "the first line" } },
  plan: ({ operations }) => operations.map(({ path }) => JSON.stringify(path)),
  files: (routes, { options }) => [
    { path: "routes/routes.txt", content: [options.heading, ...routes].join("\\n") + ending },
  ],
});
`;
