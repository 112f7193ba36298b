import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { completeDocument } from "../../../test/server-files.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { emitScaffold } from "./scaffold.ts";

function scaffold(paths: object, out: string, extension: ".ts" | ".js" = ".ts") {
  const model = buildModelFrom(completeDocument({ paths }));
  return emitScaffold(
    { model, command: "specwright scaffold", render: createTemplates() },
    `${out}/server/index.js`,
    extension,
  );
}

const operation = (operationId: string, tags?: readonly string[]): object => ({
  operationId,
  summary: `About ${operationId}`,
  ...(tags && { tags }),
  responses: {},
});

test("each operation gets a handler file in the folder of its tag; only the index is written again", () => {
  const { files } = scaffold(
    {
      "/a": {
        get: operation("listTools", ["Tool box", "Other"]),
        post: operation("createTool", ["Tool box"]),
      },
      "/b": { get: operation("ping") },
    },
    "../generated",
  );
  expect(files.map(({ path, isRegenerated }) => `${path}${isRegenerated ? " again" : ""}`)).toEqual(
    [
      "index.ts again",
      "handler.ts",
      "tool-box/list-tools.ts",
      "tool-box/create-tool.ts",
      "b/ping.ts",
    ],
  );
  expect(files.at(2)?.content).toBe(
    `import { notImplemented } from "../../generated/server/index.js";
import type { Handler } from "../handler.ts";

/**
 * About listTools
 *
 * \`GET /a\`
 */
export const listTools: Handler<"listTools"> = () => notImplemented("listTools");
`,
  );
  expect(files[0]?.content).toContain('import { listTools } from "./tool-box/list-tools.ts";');
});

test("imports end as the project's compiler wants them", () => {
  const { files } = scaffold({ "/a": { get: operation("ping") } }, "../generated", ".js");
  const imported = files.flatMap(({ content }) => content.match(/(?<=from ")\.[^"]*/g) ?? []);
  expect(imported).toEqual([
    "../generated/server/index.js",
    "./handler.js",
    "./a/ping.js",
    "../generated/server/index.js",
    "../../generated/server/index.js",
    "../handler.js",
  ]);
});

test("names that differ only in case, and names that the files use themselves, stay apart", () => {
  const { files } = scaffold(
    {
      "/a": { get: operation("getTool"), post: operation("gettool"), put: operation("GetTool") },
      "/b": { get: operation("handlers"), post: operation("notImplemented") },
    },
    "@acme/server",
  );
  const paths = files.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
  expect(files.at(-1)?.content).toContain(
    'import { notImplemented } from "@acme/server/server/index.js"',
  );
  expect(files.at(-1)?.content).not.toContain("const notImplemented:");
});
