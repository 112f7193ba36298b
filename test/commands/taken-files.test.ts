import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../packages/specwright/src/commands/generate.ts";
import { targetNames } from "../../packages/specwright/src/commands/settings/targets.ts";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";

/** Names of modules that targets have beside those of tags, and the names that those tags could get instead. */
const modules =
  "index shared webhooks callbacks security-schemes values factories options server command components operations predicates schemas";
const tags = modules.split(" ").flatMap((name) => [name, `${name}-2`, `${name}-tools`]);

test("each file of a target is written once, also when tags have the names of its modules", async () => {
  const folder = makeTemporaryFolder();
  const document = join(folder, "openapi.json");
  const schema = { type: "string", format: "date-time" };
  const responses = { 200: { description: "", content: { "application/json": { schema } } } };
  const hook = { "{$request.query.url}": { post: { responses: { 204: { description: "" } } } } };
  const paths = tags.map((tag, index) => [
    `/${index}`,
    { get: { tags: [tag], responses, callbacks: { hook }, security: [{ key: [] }] } },
  ]);
  writeFileSync(
    document,
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Tags", version: "1" },
      paths: Object.fromEntries(paths),
      webhooks: { event: { post: { responses } } },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    }),
  );
  const out = join(folder, "out");
  const settings = {
    document,
    out,
    targets: targetNames,
    values: { "date-time": "Date" },
  } as const;
  const { written } = await generate(settings);
  expect(written.filter((path, index) => written.indexOf(path) < index)).toEqual([]);
  expect(await generate({ ...settings, check: true })).toMatchObject({ written: [], removed: [] });
});
