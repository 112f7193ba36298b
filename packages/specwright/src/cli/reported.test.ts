import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { smallDocument as document, run } from "../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";

test("every problem is reported at once, with its line and what to do, and nothing is written", async () => {
  const folder = makeTemporaryFolder({
    "api.yaml": document
      .replace("{description: ok}", "{$ref: '#/nope'}")
      .replace("/a:", "/a/{id}:"),
    "mine/file.txt": "mine",
  });
  const args = ["generate", "api.yaml", "--out", "mine", "--targets", "types,nope"];
  const reported = await run(folder, args);
  expect(reported.code).toBe(1);
  expect(reported.err.match(/^(?:error|warning) [\w-]+/gm)).toEqual([
    "error unknown-target",
    "error output-not-ours",
    "error unresolved-reference",
    "warning missing-path-parameter",
  ]);
  expect(reported.err).toContain("api.yaml:8:17  #/paths/~1a~1{id}/get/responses/200/$ref");
  expect(reported.err).toContain('> 8 |         "200": {$ref: ');
  expect(reported.err).toContain("3 problems and 1 warning. Nothing was written.");
  expect(readdirSync(join(folder, "mine"))).toEqual(["file.txt"]);

  const { diagnostics, ok } = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(ok).toBe(false);
  expect(diagnostics).toHaveLength(4);
  expect(diagnostics[3]).toMatchObject({ file: "api.yaml", line: 8, column: 17 });
});

test("generate ends with the losses, and --json has every place of them", async () => {
  const callbacks =
    "callbacks: {a: {b: {post: {callbacks: {done: {}}}}}}\n      servers: [{url: /other}]";
  const folder = makeTemporaryFolder({
    "api.yaml": document.replace("operationId: getA", `operationId: getA\n      ${callbacks}`),
  });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const { out } = await run(folder, args);
  expect(out).toContain("2 places of the document are not enforced or not carried by the code");
  expect(out).toContain("1 × callback-not-carried  callbacks that nothing is generated for\n");
  const listed = await run(folder, [...args, "--losses"]);
  expect(listed.out).toMatch(/ {2}api\.yaml:7:\d+ {2}#\/paths\/~1a\/get\/callbacks\/a/);
  const json = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(json.outputs[0]).toMatchObject({
    diagnostics: [],
    losses: [
      { code: "server-not-carried", file: "api.yaml", line: 8 },
      { code: "callback-not-carried", file: "api.yaml", line: 7 },
    ],
  });
});

test("generate counts examples that do not fit their schemas, and --json has every one with its line", async () => {
  const folder = makeTemporaryFolder({
    "api.yaml": `${document}components:
  schemas:
    A: {type: integer, example: one, default: two}
    B: {type: integer, example: one}
`,
  });
  const args = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  expect((await run(folder, args)).out).toContain(
    "2 examples and 1 default of the document do not fit their schemas (--json lists them).\n",
  );
  const { outputs } = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(outputs[0].invalidExamples).toMatchObject([
    { code: "invalid-example", pointer: "/components/schemas/A/example", line: 11 },
    { code: "invalid-default", pointer: "/components/schemas/A/default", line: 11 },
    { code: "invalid-example", pointer: "/components/schemas/B/example", line: 12 },
  ]);
});

test("a document in the place of a command, as openapi-typescript has it, gets a message with the command for types", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const reported = await run(folder, ["api.yaml", "-o", "api.ts"]);
  expect(reported).toMatchObject({ code: 2, out: "" });
  expect(reported.err).toContain("To make types of a document: specwright types <document>");
  expect((await run(folder, ["generat"])).err).not.toContain("To make types");
});

test("--check does not say that it wrote anything", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const words = ["generate", "api.yaml", "--out", "out", "--targets", "types"];
  const { code, out } = await run(folder, [...words, "--check"]);
  expect(code).toBe(1);
  expect(out).toMatch(/✓ Compared out {2}/);
  expect(out).not.toContain("Wrote");
  expect((await run(folder, words)).out).toMatch(/✓ Wrote out {2}/);
});

test("a folder in place of the document is named, the working folder too", async () => {
  const { code, err } = await run(makeTemporaryFolder(), ["generate", ".", "--out", "out"]);
  expect(code).toBe(1);
  expect(err).toContain("error not-a-file  . is not a file.\n");
});
