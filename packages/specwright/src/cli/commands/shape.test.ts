import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";
import { copyForMock } from "../../commands/serving/copy-for-mock.ts";

const document = `# The API of a zoo
openapi: 3.1.0
info: { title: Zoo, version: "1" }
paths:
  # all of them
  /cats:
    get:
      tags: [cats]
      operationId: listCats
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Cat" } } } } }
  /dogs:
    get: { tags: [dogs], operationId: listDogs, responses: { "200": { description: ok } } }
components:
  schemas:
    # A cat
    Cat: { type: object }
    Dog: { type: object }
`;

const configuration = `apis:
  zoo:
    root: zoo.yaml
    x-specwright: { out: out, input: { include: { tags: [cats] } } }
    x-openapi-ts: { output: types.d.ts }
`;

const files = { "zoo.yaml": document, "redocly.yaml": configuration };

test("shape writes the document with its comments, and reports each step", async () => {
  const folder = makeTemporaryFolder(files);
  expect(await run(folder, ["shape", "zoo", "-o", "cats.yaml"])).toMatchObject({
    code: 0,
    err: "",
    out: `filter:
  1 operation removed: GET /dogs
  1 schema removed: Dog
cats.yaml has 1 operation and 1 schema.
`,
  });
  expect(readFileSync(`${folder}/cats.yaml`, "utf8")).toBe(
    document
      .replace(/ {2}\/dogs:\n.*\n/, "")
      .replace(/ {4}Dog.*\n/, "")
      .replace("[cats]", "[ cats ]"),
  );
  const { out } = await run(folder, ["shape", "zoo", "-o", "cats.json", "--json"]);
  expect(JSON.parse(out)).toEqual({
    ...{ ok: true, output: "cats.json", diagnostics: [] },
    counts: { operations: 1, schemas: 1 },
    steps: [
      {
        step: "filter",
        changes: [
          { action: "removed", kind: "operation", name: "GET /dogs" },
          { action: "removed", kind: "schema", name: "Dog" },
        ],
      },
    ],
  });
  expect(JSON.parse(readFileSync(`${folder}/cats.json`, "utf8"))).toHaveProperty([
    "paths",
    "/cats",
  ]);
});

test("a text of several lines that no step changes is written as in the file", async () => {
  const info = String.raw`info: { title: Zoo, version: "1", description: "Animals.\n\nThey are listed by their house.\n" }`;
  const folder = makeTemporaryFolder({ "zoo.yaml": document.replace(/^info.*$/m, () => info) });
  await run(folder, ["shape", "zoo.yaml", "--input", "include.tags=cats", "-o", "cats.yaml"]);
  expect(readFileSync(`${folder}/cats.yaml`, "utf8")).toContain(`\n${info}\n`);
});

test("shape and types never replace a file that they read", async () => {
  const fix =
    "overlay: 1.0.0\ninfo: { title: N, version: '1' }\nactions: [{ target: $.info, update: { version: '2' } }]\n";
  const folder = makeTemporaryFolder({ "zoo.yaml": document, "fix.yaml": fix });
  symlinkSync(`${folder}/zoo.yaml`, `${folder}/link.yaml`);
  const flags = ["zoo.yaml", "--input", "overlays=fix.yaml"];
  for (const command of ["shape", "types"]) {
    for (const output of ["zoo.yaml", "fix.yaml", "link.yaml"]) {
      const { code, err } = await run(folder, [command, ...flags, "-o", output]);
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringContaining("error output-is-source"),
      });
    }
  }
  expect(readFileSync(`${folder}/zoo.yaml`, "utf8")).toBe(document);
  expect(readFileSync(`${folder}/fix.yaml`, "utf8")).toBe(fix);
});

test("without settings, shape says so and changes nothing", async () => {
  const folder = makeTemporaryFolder({ "zoo.yaml": document });
  expect((await run(folder, ["shape", "zoo.yaml", "-o", "same.yaml"])).out).toBe(
    "No step changes the document: `input` has no settings.\nsame.yaml has 2 operations and 2 schemas.\n",
  );
  expect(readFileSync(`${folder}/same.yaml`, "utf8")).toBe(document);
});

test("every command reads the shaped document", async () => {
  const folder = makeTemporaryFolder(files);
  const read = (path: string): string => readFileSync(`${folder}/${path}`, "utf8");
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  expect(read("out/client/index.js")).not.toContain("listDogs");
  expect(read("out/types/index.d.ts")).toContain("--input include.tags=cats");
  expect(await run(folder, ["types"])).toMatchObject({ code: 0, err: "" });
  expect(read("types.d.ts")).not.toContain("listDogs");
  expect(read("types.d.ts")).toContain("listCats");
  const flags = ["--input", "include.tags=dogs"];
  expect(await run(folder, ["docs", "zoo.yaml", "--out", "site", ...flags])).toMatchObject({
    code: 0,
  });
  expect(read("site/openapi.yaml")).not.toContain("listCats");
  expect((await run(folder, ["mcp", "zoo.yaml", "--list", ...flags])).out).not.toContain("Cats");
  const same = await run(folder, [
    "diff",
    "zoo.yaml",
    "out/../zoo.yaml",
    ...flags,
    "--format",
    "json",
  ]);
  expect(JSON.parse(same.out)).toMatchObject({ ok: true, changes: [] });
  const copy = await copyForMock("zoo.yaml", folder, { input: { include: { tags: ["dogs"] } } });
  expect(readFileSync(copy?.path ?? "", "utf8")).not.toContain("listCats");
  copy?.remove();
});

test("mock reads the files that the settings allow", async () => {
  const folder = makeTemporaryFolder({
    "own/zoo.yaml": document.replace('"#/components/schemas/Cat"', "../shared/cat.yaml"),
    "shared/cat.yaml": "type: object\n",
  });
  const own = join(folder, "own");
  const input = { include: { tags: ["cats"] } };
  const copy = await copyForMock("zoo.yaml", own, { input, allow: ["../shared"] });
  expect(readFileSync(copy?.path ?? "", "utf8")).not.toContain("listDogs");
  copy?.remove();
});

test("diff compares what the steps leave of both documents, and keeps the lines of the files", async () => {
  const changed = document
    .replace("operationId: listDogs", "deprecated: true, operationId: listDogs")
    .replace("Cat: { type: object }", "Cat: { type: object, required: [id] }");
  const folder = makeTemporaryFolder({ "zoo.yaml": document, "next.yaml": changed });
  const args = ["diff", "zoo.yaml", "next.yaml", "--format", "json"];
  const all = JSON.parse((await run(folder, args)).out);
  const some = JSON.parse((await run(folder, [...args, "--input", "include.tags=cats"])).out);
  expect(all.changes).toHaveLength(2);
  expect(some.changes).toHaveLength(1);
  expect(all.changes).toContainEqual(some.changes[0]);
  expect(some.changes[0].after.line).toBe(16);
});

test("wrong settings and filters that leave nothing are one message, and nothing is written", async () => {
  const folder = makeTemporaryFolder(files);
  const given = ["generate", "zoo.yaml", "--out", "new"];
  const { code, err } = await run(folder, [...given, "--input", "include.tags=cast"]);
  expect({ code, err }).toEqual({
    code: 1,
    err: `error filters-leave-nothing  The filters of \`input\` leave none of the 2 operations of zoo.yaml. No operation has the tag \`cast\`, which \`input.include.tags\` names.
  zoo.yaml
  → Did you mean \`cats\`? Correct it, or remove it from \`input.include.tags\`.

1 problem. Nothing was written.
`,
  });
  expect(existsSync(`${folder}/new`)).toBe(false);
  const misspelt = await run(folder, [...given, "--input", "includ.tags=cats"]);
  expect(misspelt).toMatchObject({ code: 2 });
  expect(misspelt.err).toContain("`input` has no setting `includ`. Did you mean `include`?");
  const wrong = configuration.replace("tags: [cats]", "tags: cats");
  const other = makeTemporaryFolder({ ...files, "redocly.yaml": wrong });
  expect((await run(other, ["generate"])).err).toContain(
    "redocly.yaml:4:51  #/apis/zoo/x-specwright/input/include/tags",
  );
});

const overlay = `overlay: 1.0.0
info: { title: Names, version: 1.0.0 }
actions:
  - target: $.paths['/cats'].get
    update: { operationId: findCats }
`;

const overlaid = configuration.replace("include: { tags: [cats] }", "overlays: [fix.yaml]");

test("output is stale when an overlay was edited, and current when nothing was", async () => {
  const folder = makeTemporaryFolder({ ...files, "redocly.yaml": overlaid, "fix.yaml": overlay });
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0, err: "" });
  const read = (): string => readFileSync(`${folder}/out/client/index.js`, "utf8");
  expect(read()).toContain("findCats");
  expect(await run(folder, ["generate", "--check"])).toMatchObject({ code: 0 });
  writeFiles(folder, { "fix.yaml": overlay.replace("findCats", "catList") });
  expect(await run(folder, ["generate", "--check"])).toMatchObject({ code: 1 });
  expect(await run(folder, ["generate"])).toMatchObject({ code: 0 });
  expect(read()).toContain("catList");
});

test("an overlay that removes what another part needs is one error at that part", async () => {
  const removing = overlay.replace(
    / {2}- target[\s\S]*/,
    "  - { target: $.components, remove: true }\n",
  );
  const folder = makeTemporaryFolder({ ...files, "redocly.yaml": overlaid, "fix.yaml": removing });
  const { code, err } = await run(folder, ["generate"]);
  expect(code).toBe(1);
  expect(err).toContain("error unresolved-reference");
  expect(err).toContain("zoo.yaml:10:");
  expect(err).toContain("The overlay fix.yaml removed it.\n  zoo.yaml:10:");
  expect(err).toContain("\n  and fix.yaml:4:7");
  expect(err).toContain(
    "→ Leave it out of the target of that action, or remove the reference, too.",
  );
  expect(err).toContain("1 problem. Nothing was written.");
  expect(existsSync(`${folder}/out`)).toBe(false);
});

test("a filter that removes what another part needs is one error at that part, and names the step", async () => {
  const answer = (schema: object): object => ({
    "200": { description: "Done", content: { "text/plain": { schema } } },
  });
  const target = "#/paths/~1a/get/responses/200/content/text~1plain/schema";
  const paths = {
    "/a": { get: { tags: ["x"], responses: answer({ type: "string" }) } },
    "/b": { get: { tags: ["y"], responses: answer({ $ref: target }) } },
  };
  const info = { title: "a", version: "1" };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths }, null, 2);
  const folder = makeTemporaryFolder({ "a.json": text });
  const { code, err } = await run(folder, ["shape", "a.json", "--input", "include.tags=y"]);
  expect(code).toBe(1);
  expect(err).toContain("The filters of `input` removed it.\n  a.json:");
  expect(err).toContain("→ Keep the operation that has it, or move the target to the components");
  expect(err).toContain("1 problem.");
});

test("a missing overlay is one error, with the name that was probably meant", async () => {
  const folder = makeTemporaryFolder({ ...files, "fixes.yaml": overlay });
  const { code, err } = await run(folder, ["types", "zoo.yaml", "--input", "overlays=fixs.yaml"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^error file-not-readable {2}fixs\.yaml cannot be read: it does not exist\.\n/,
  );
  expect(err).toContain("Did you mean `fixes.yaml`?");
});

test("the flag sets rules for names, and the command in generated files repeats them", async () => {
  const folder = makeTemporaryFolder({ "zoo.yaml": document });
  const flags = [
    "names.operations.case=snake",
    "names.schemas.rename.Cat=Big.Cat",
    "names.operations.rename.GET /dogs=dogs",
  ];
  const given = flags.flatMap((flag) => ["--input", flag]);
  expect((await run(folder, ["shape", "zoo.yaml", ...given])).out).toContain(
    "2 operations renamed: listCats → list_cats, listDogs → dogs\n  1 schema renamed: Cat → Big.Cat\n",
  );
  expect(await run(folder, ["generate", "zoo.yaml", "--out", "out", ...given])).toMatchObject({
    code: 0,
  });
  const header = readFileSync(`${folder}/out/types/index.d.ts`, "utf8");
  for (const flag of flags) {
    expect(header).toContain(`--input ${flag.includes(" ") ? `'${flag}'` : flag}`);
  }
  expect((await run(folder, ["shape", "zoo.yaml", "--input", "names.style=rails"])).err).toContain(
    "Write auto or fastapi or nestjs or springdoc or dotnet.",
  );
});

test("the flag declares pagination, and the command in generated files repeats it", async () => {
  const folder = makeTemporaryFolder({ "zoo.yaml": document });
  const flags = ["pagination./cats*.type=link", "pagination./cats*.items="];
  const given = flags.flatMap((flag) => ["--input", flag]);
  expect((await run(folder, ["shape", "zoo.yaml", ...given])).out).toContain(
    "paginate:\n  1 operation changed: GET /cats\n",
  );
  await run(folder, ["generate", "zoo.yaml", "--out", "out", "--targets", "client", ...given]);
  const [header = ""] = readFileSync(`${folder}/out/client/index.d.ts`, "utf8").split("import ");
  for (const flag of flags) {
    expect(header).toContain(`'${flag}'`);
  }
  const { err } = await run(folder, ["shape", "zoo.yaml", "--input", "pagination.listCats.type=x"]);
  expect(err).toContain("Write cursor or page or offset or link or url.");
  const settings = "pagination: { listCats: { type: link, itmes: '' } }";
  const wrong = configuration.replace("include: { tags: [cats] }", settings);
  const other = makeTemporaryFolder({ ...files, "redocly.yaml": wrong });
  const problems = (await run(other, ["generate"])).err;
  expect(problems).toContain("`listCats` has no `items`");
  expect(problems).toContain("Did you mean `items`? Choose from type, items, ");
});
