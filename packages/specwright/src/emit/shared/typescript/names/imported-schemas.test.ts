import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../../../test/client-project.ts";
import {
  completeDocument,
  emitFiles as emitServerFiles,
} from "../../../../../test/server-files.ts";

/** Names that modules of the client or the server themselves declare, import or use. */
const taken = [
  "SendAddInput",
  "SendAddResponse",
  "SendAddOutput",
  "ApiError",
  "Principals",
  "StatusCode",
  "Handlers",
  "WithRequired",
  "sendAdd",
];

/** Each schema has its own operation, which sends and returns it. */
function documentWith(names: readonly string[]): object {
  const operations = names.map((name, index) => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
    const post = {
      operationId: index === 0 ? "sendAdd" : `send${index}`,
      tags: ["Pets"],
      requestBody: { required: true, content },
      responses: { 200: { description: "", content }, default: { description: "", content } },
    };
    return [`/${index}`, { post }] as const;
  });
  const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const schemas = names.flatMap((name) => [
    [name, { ...schema, description: name }] as const,
    [`${name}Schema`, { type: "string" }] as const,
  ]);
  return completeDocument({
    paths: Object.fromEntries(operations),
    components: { schemas: Object.fromEntries(schemas) },
  });
}

test("client and server name the schemas of bodies as the types export them", () => {
  const model = openModel(documentWith(["Pet"]));
  const files = new Map(
    [...emitFiles(model), ...emitServerFiles(model)].map(({ path, content }) => [path, content]),
  );
  const client = files.get("client/pets.d.ts");
  expect(client).toContain('import type { Pet } from "../types/index.js";');
  expect(client).toContain("  body: Pet;\n");
  expect(client).toContain("export type SendAddOutput = Pet;");
  const server = files.get("server/pets.d.ts");
  expect(server).toContain('import type { Pet } from "../types/index.js";');
  expect(server).toContain("readonly body: Pet;");
});

test("a schema is imported under another name when the client or the server uses its name", async () => {
  const model = openModel(documentWith(taken));
  const checks = taken.map((name, index) => {
    const operation = index === 0 ? "SendAdd" : `Send${index}`;
    const wanted = `components["schemas"]["${name}"]`;
    const types = [
      `client.${operation}Input["body"]`,
      `client.${operation}Output`,
      `server.${operation}Input["body"]`,
      `server.${operation}Response["body"]`,
    ];
    return `export const _${index}: [${types.map((type) => `Equal<${type}, ${wanted}>`).join(", ")}] = [true, true, true, true];`;
  });
  const consumer = `
import type * as client from "./client/index.js";
import type * as server from "./server/index.js";
import type { components } from "./types/index.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${checks.join("\n")}
`;
  const project = createProject([...emitFiles(model), ...emitServerFiles(model)]);
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
});
