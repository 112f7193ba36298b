import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runProgram, smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = smallDocument
  .replace("    get:\n      operationId: getA\n", "    get: # all of them\n")
  .concat("components: { schemas: { A: { type: string, format: int-64, default: 1 } } }\n");
const mend = `missing-operation-id  The operation has no operationId. Generated code calls it \`getA\`.
  api.yaml:5:5  #/paths/~1a/get
  + operationId: getA
`;
const left = "1 warning left without a single mend: see specwright generate.\n";

test("fix shows each mend as a diff, and writes nothing unless asked to", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  expect(await run(folder, ["fix", "api.yaml"])).toEqual({
    code: 0,
    err: "",
    out: `${mend}
1 mend. Nothing was written: pass -o <file> for an overlay, or --in-place.
${left}`,
  });
  expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe(document);
  const { out } = await run(folder, ["fix", "api.yaml", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    ...{ ok: true, isWritten: false, isChanged: false, overlay: { actions: [{}] } },
    mends: [
      { kind: "missing-operation-id", file: "api.yaml", line: 5, after: { operationId: "getA" } },
    ],
    diagnostics: [{ code: "invalid-default" }],
  });
});

test("the overlay of the mends makes of the document what fix makes in place", async () => {
  const folder = makeTemporaryFolder({ "api.yaml": document });
  const overlaid = await run(folder, ["fix", "api.yaml", "-o", "mends.yaml"]);
  expect(overlaid.out).toBe(`${mend}\n1 mend. mends.yaml has the mends as an overlay.\n${left}`);
  const input = ["--input", "overlays=mends.yaml"];
  await run(folder, ["shape", "api.yaml", ...input, "-o", "shaped.yaml"]);
  const changed = await run(folder, ["fix", "api.yaml", "--in-place"]);
  expect(changed.out).toBe(`${mend}\n1 mend. api.yaml is mended.\n${left}`);
  expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe(
    document.replace("# all of them\n", "# all of them\n      operationId: getA\n"),
  );
  expect((await run(folder, ["overlay", "diff", "shaped.yaml", "api.yaml"])).out).toContain(
    "the same",
  );
  expect(await run(folder, ["fix", "api.yaml", "-o", "none.yaml"])).toEqual({
    ...{ code: 0, err: "" },
    out: `Nothing in api.yaml has exactly one right mend.\n${left}`,
  });
});

test.each([
  [["api.yaml", "-o", "api.yaml"], 1, "output-is-source"],
  [["parts.yaml", "--in-place"], 1, "error not-changed-in-place"],
  [["none.yaml"], 1, "none.yaml does not exist"],
  [["broken.yaml", "--in-place"], 1, "unresolved-reference"],
  [[], 2, "missing required argument 'document'"],
  [["api.yaml", "--inplace"], 2, "unknown option '--inplace'"],
])("fix %j ends with %i, and changes nothing", async (args, code, message) => {
  const part = "get: { responses: { '200': { description: ok } } }\n";
  const folder = makeTemporaryFolder({
    ...{ "api.yaml": document, "part.yaml": part },
    "parts.yaml": smallDocument.replace(/ {4}get:[\s\S]*/, "    $ref: part.yaml\n"),
    "broken.yaml": document.replace("{ type: string,", "{ $ref: '#/none',"),
  });
  expect(await run(folder, ["fix", ...args])).toMatchObject({
    code,
    err: expect.stringContaining(message),
  });
  expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe(document);
  expect(readFileSync(join(folder, "part.yaml"), "utf8")).toBe(part);
});

test("a document from standard input is mended by an overlay only", async () => {
  const folder = makeTemporaryFolder({});
  const written = await runProgram(folder, ["fix", "-", "-o", "mends.yaml"], { input: document });
  expect(written).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 mend. mends.yaml has"),
  });
  expect(readFileSync(join(folder, "mends.yaml"), "utf8")).not.toContain("extends");
  const refused = await runProgram(folder, ["fix", "-", "--in-place"], { input: document });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("not on the disk") });
});

test("fix reads `input` of an API, and its flag", async () => {
  const folder = makeTemporaryFolder({
    "api.yaml": document,
    "redocly.yaml":
      "apis: { a: { root: api.yaml, x-specwright: { input: { exclude: { methods: [get] }, include: { paths: [/a] } } } } }\n",
  });
  expect(await run(folder, ["fix", "a"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("filters-leave-nothing"),
  });
  const flag = ["--input", "include.methods=get"];
  expect((await run(folder, ["fix", "api.yaml", ...flag])).out).toContain("1 mend.");
});
