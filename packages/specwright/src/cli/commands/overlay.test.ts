import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runProgram, smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const files = {
  "old.yaml": smallDocument,
  "new.yaml": smallDocument.replace("getA", "readA").replace("title: a", "title: b"),
};
const overlay = `overlay: "1.0.0"
info:
  title: From old.yaml to new.yaml
  version: "1"
extends: "../old.yaml"
actions:
  - target: "$.info"
    update:
      title: b
  - target: "$.paths['/a'].get"
    update:
      operationId: readA
`;

test("overlay diff writes the overlay, and says how it is applied", async () => {
  const folder = makeTemporaryFolder(files);
  const written = await run(folder, ["overlay", "diff", "old.yaml", "new.yaml", "-o", "to/b.yaml"]);
  expect(written).toEqual({
    code: 0,
    err: "",
    out: "to/b.yaml has 2 updates and 0 removals. Apply it with: specwright shape old.yaml --input overlays=to/b.yaml\n",
  });
  expect(readFileSync(join(folder, "to/b.yaml"), "utf8")).toBe(overlay);
  const shaped = await run(folder, ["shape", "old.yaml", "--input", "overlays=to/b.yaml"]);
  expect(shaped).toMatchObject({ code: 0, err: "" });
  const printed = await run(folder, ["overlay", "diff", "old.yaml", "new.yaml"]);
  expect(printed).toEqual({
    code: 0,
    err: "",
    out: overlay.replace('extends: "../old.yaml"\n', ""),
  });
  const data = await run(folder, ["overlay", "diff", "old.yaml", "new.yaml", "--json"]);
  expect(JSON.parse(data.out)).toMatchObject({
    ...{ ok: true, isWritten: false },
    overlay: { overlay: "1.0.0", actions: [{ target: "$.info" }, {}] },
  });
});

test("equal documents have no overlay, and none is written", async () => {
  const folder = makeTemporaryFolder(files);
  const args = ["overlay", "diff", "old.yaml", "-", "-o", "none.yaml"];
  expect(await runProgram(folder, args, { input: smallDocument })).toMatchObject({
    code: 0,
    out: "The documents are the same, so there is no overlay to write.\n",
  });
  expect(existsSync(join(folder, "none.yaml"))).toBe(false);
});

test.each([
  [["old.yaml", "new.yaml", "-o", "new.yaml"], 1, "output-is-source"],
  [["old.yaml", "none.yaml"], 1, "none.yaml cannot be read"],
  [["old.yaml", "list.yaml"], 1, "list.yaml is not an object"],
  [["old.yaml"], 2, "missing required argument 'new'"],
  [["-", "-"], 2, "only one of the documents can come from standard input"],
])("overlay diff %j ends with %i", async (args, code, message) => {
  const folder = makeTemporaryFolder({ ...files, "list.yaml": "- 1\n" });
  expect(await run(folder, ["overlay", "diff", ...args])).toMatchObject({
    code,
    err: expect.stringContaining(message),
  });
  expect(readFileSync(join(folder, "new.yaml"), "utf8")).toBe(files["new.yaml"]);
});

test("an overlay can be named in the place of the document that it extends", async () => {
  const folder = makeTemporaryFolder(files);
  await run(folder, ["overlay", "diff", "old.yaml", "new.yaml", "-o", "change.yaml"]);
  expect((await run(folder, ["overlay", "diff", "new.yaml", "change.yaml"])).out).toContain(
    "the same",
  );
  expect((await run(folder, ["types", "change.yaml"])).out).toBe(
    (await run(folder, ["types", "new.yaml"])).out.replaceAll("new.yaml", "change.yaml"),
  );
  const { out } = await run(folder, ["diff", "old.yaml", "change.yaml", "--format", "json"]);
  expect(JSON.parse(out).changes).toMatchObject([
    { kind: "operation-renamed", after: { file: "old.yaml", line: 5 } },
    { kind: "title-changed", after: { file: "change.yaml", line: 9 } },
  ]);
  const written = await run(folder, ["shape", "change.yaml", "-o", "old.yaml"]);
  expect(written).toMatchObject({ code: 1, err: expect.stringContaining("output-is-source") });
});
