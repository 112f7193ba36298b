import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runProgram, smallDocument } from "../../test/run-cli.ts";
import { serve } from "../../test/serve-files.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: {title: a, version: "1"}
paths:
  /a:
    get:
      operationId: getA
      responses:
        "200":
          description: ok
          content: {application/json: {schema: {$ref: 'schemas.yaml#/A'}}}
`;
const schemas = "A: {type: object, properties: {kind: {type: string, format: colour}}}\n";

test("generate downloads a document with the files that it refers to, and names its URL", async () => {
  const url = await serve({
    "/v1/api.yaml": { text: document, key: "secret" },
    "/v1/schemas.yaml": { text: schemas, key: "secret" },
  });
  const folder = makeTemporaryFolder({
    "redocly.yaml":
      "resolve: {http: {headers: [{matches: 'http://127.0.0.1:*/**', name: X-Key, envVariable: KEY}]}}\n",
  });
  const args = ["generate", `${url}/v1/api.yaml`, "--out", "out"];
  const first = await run(folder, args, { KEY: "secret" });
  expect(first).toMatchObject({ code: 0, err: "" });
  const types = readFileSync(join(folder, "out/types/schemas.d.ts"), "utf8");
  expect(types).toContain(`specwright generate ${url}/v1/api.yaml --out out`);
  expect(types).toContain("kind?: string");
  expect(readFileSync(join(folder, "out/.specwright.json"), "utf8")).not.toContain("127.0.0.1");

  const json = await run(folder, [...args, "--json"], { KEY: "secret" });
  expect(JSON.parse(json.out)).toMatchObject({
    outputs: [{ isUpToDate: true, losses: [{ file: `${url}/v1/schemas.yaml` }] }],
  });
  const refused = await run(folder, args);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`${url}/v1/api.yaml`);
});

test("messages about a downloaded document name its URL", async () => {
  const url = await serve({ "/api.yaml": { text: smallDocument } });
  const args = ["shape", `${url}/api.yaml`, "--input", "include.tags=none"];
  const { err } = await run(makeTemporaryFolder({}), args);
  expect(err).toMatch(/leave none of the \d+ operations of http:\/\/127\.0\.0\.1:\d+\/api\.yaml\./);
});

test("generate reads standard input, whose references are relative to the working folder", async () => {
  const folder = makeTemporaryFolder({ "schemas.yaml": schemas });
  const args = ["generate", "-", "--out", "out"];
  expect(await runProgram(folder, args, { input: document })).toMatchObject({ code: 0, err: "" });
  const types = readFileSync(join(folder, "out/types/schemas.d.ts"), "utf8");
  expect(types).toContain("specwright generate - --out out");
  const changed = document.replace("getA", "getB");
  const check = await runProgram(folder, [...args, "--check"], { input: changed });
  expect(check.code).toBe(1);
  expect(check.out).toContain("Not up to date");
});

test("scaffold reads standard input and URLs", async () => {
  const url = await serve({ "/api.yaml": { text: smallDocument } });
  const folder = makeTemporaryFolder();
  const args = ["--out", "out", "--handlers", "handlers"];
  const piped = await runProgram(folder, ["scaffold", "-", ...args], { input: smallDocument });
  expect(piped).toMatchObject({ code: 0, err: "" });
  const again = await run(folder, ["scaffold", `${url}/api.yaml`, ...args]);
  expect(again.out).toContain("2 kept");
});

test("docs makes the reference of a URL", async () => {
  const url = await serve({ "/api.yaml": { text: smallDocument } });
  const folder = makeTemporaryFolder();
  const { out } = await run(folder, ["docs", `${url}/api.yaml`, "--out", "site"]);
  expect(out).toContain("Next: open site/index.html");
});

test("no command prints or writes the password of a URL", async () => {
  const url = await serve({
    "/api.yaml": { text: document },
    "/schemas.yaml": { text: schemas },
    "/moved.yaml": { location: "/gone.yaml?token=s3cret" },
  });
  const api = `${url.replace("//", "//anna:s3cret@")}/api.yaml`;
  const folder = makeTemporaryFolder({ "other.yaml": smallDocument });
  const printed: string[] = [];
  for (const args of [
    ["generate", api, "--out", "out"],
    ["generate", api, "--out", "out", "--json"],
    ["generate", api, "--out", "out", "--check"],
    ["generate", api, "--out", "out", "--watch"],
    ["generate", api],
    ["generate", api.replace("api.yaml", "missing.yaml"), "--out", "out"],
    ["generate", api.replace("api.yaml", "moved.yaml"), "--out", "out"],
    ["generate", api.replace("http:", "https:"), "--out", "out"],
    ["types", api, "-o", "types.d.ts"],
    ["types", api, "-o", "types.d.ts", "--json"],
    ["types", api],
    ["docs", api, "--out", "site"],
    ["scaffold", api, "--out", "out", "--handlers", "handlers"],
    ["diff", "other.yaml", api],
    ["diff", "other.yaml", api, "--format", "json"],
    ["diff", "other.yaml", api, "--format", "markdown"],
    ["release", api],
    ["verify", api, "--base-url", "http://127.0.0.1:1"],
  ]) {
    const { out, err } = await run(folder, args);
    printed.push(args.join(" ").replaceAll("s3cret", ""), out, err);
  }
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
    join(folder, path),
  );
  const texts = files
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"));
  expect([...printed, ...texts].filter((text) => text.includes("s3cret"))).toEqual([]);
  expect(texts.some((text) => text.includes(`specwright generate ${url}/api.yaml --out out`))).toBe(
    true,
  );
});

test.each([
  ["generate", "-", "standard input is not a file"],
  ["docs", "https://example.com/api.yaml", "https://example.com/api.yaml is not a file"],
])("%s --watch refuses %s", async (command, name, message) => {
  const folder = makeTemporaryFolder();
  const refused = await run(folder, [command, name, "--out", "out", "--watch"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(message);
  expect(existsSync(join(folder, "out"))).toBe(false);
});
