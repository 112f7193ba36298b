import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";

const schema =
  "{type: object, required: [id], properties: {id: {type: integer}, kind: {enum: [cat, dog]}}}";
const document = `openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: The pets.
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
components:
  schemas:
    Pet: ${schema}
`;
const withBird = document.replace("cat, dog", "cat, dog, bird");
const withoutKind = document.replace(", kind: {enum: [cat, dog]}", "");
const files = { "old.yaml": document, "bird.yaml": withBird, "less.yaml": withoutKind };

test("changes are shown by severity, with the operations, the place and the line", async () => {
  const { code, out, err } = await run(makeTemporaryFolder(files), [
    "diff",
    "old.yaml",
    "bird.yaml",
  ]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe(`potentially breaking (1)

  \`Pet.kind\` (in responses) can also be "bird".
    response-enum-value-added: may break callers, client code
    \`{"id": 0, "kind": "bird"}\` in the body of response 200 of \`GET /pets\` is possible now, and was not before.
    GET /pets
    bird.yaml:13:75  #/components/schemas/Pet/properties/kind
    > 13 |     Pet: {type: object, required: [id], properties: {id: {type: integer}, kind: {enum: [cat, dog, bi

1 change: 0 breaking, 1 potentially breaking, 0 compatible, 0 documentation.
`);
});

test.each([
  ["bird.yaml", "breaking", 0],
  ["bird.yaml", "potentially", 1],
  ["less.yaml", "breaking", 1],
  ["old.yaml", "potentially", 0],
])("%s with --fail-on %s ends with %i", async (file, severity, code) => {
  const args = ["diff", "old.yaml", file, "--fail-on", severity];
  expect(await run(makeTemporaryFolder(files), args)).toMatchObject({ code });
});

test("Markdown, JSON and annotations have the same changes", async () => {
  const folder = makeTemporaryFolder(files);
  const print = async (format: string): Promise<string> =>
    (await run(folder, ["diff", "old.yaml", "less.yaml", "--format", format])).out;
  expect(await print("markdown")).toContain(
    '## Breaking\n\n- `Pet` (in responses) no longer has the optional property `kind`. (`response-property-removed`: breaks client code; may break callers, handlers) GET /pets.\n  `declare const pet: components["schemas"]["Pet"]; pet.kind;` no longer compiles',
  );
  expect(await print("github")).toBe(
    "::error file=less.yaml,line=13,col=41,title=response-property-removed::`Pet` (in responses) no longer has the optional property `kind`. `declare const pet: components[\"schemas\"][\"Pet\"]; pet.kind;` no longer compiles: `Property 'kind' does not exist on type 'Pet'.`.\n",
  );
  expect(JSON.parse(await print("json"))).toMatchObject({
    ok: true,
    worst: "breaking",
    changes: [
      {
        kind: "response-property-removed",
        operations: ["GET /pets"],
        witness: { kind: "code", error: "Property 'kind' does not exist on type 'Pet'." },
        before: { file: "old.yaml", line: 13, pointer: "/components/schemas/Pet/properties/kind" },
        near: { file: "less.yaml", line: 13, pointer: "/components/schemas/Pet/properties" },
      },
    ],
  });
});

test("a change of the document as a whole has a line, also when the side is a folder", async () => {
  const folder = makeTemporaryFolder({
    "old.yaml": document,
    "api/openapi.yaml": document.replace('version: "1"', 'version: "2"'),
  });
  const { out } = await run(folder, ["diff", "old.yaml", "api", "--format", "json"]);
  expect(JSON.parse(out).changes).toMatchObject([
    {
      kind: "version-changed",
      before: { file: "old.yaml", line: 2 },
      after: { file: "api/openapi.yaml", line: 2 },
    },
  ]);
});

test.each(["npm:", "npm:.", "npm:../other", "npm:--json", "npm:a b", "npm:github:a/b"])(
  "%s does not name a package",
  async (side) => {
    const result = await run(makeTemporaryFolder(files), ["diff", side, "old.yaml"]);
    expect(result).toMatchObject({
      code: 1,
      err: expect.stringContaining("does not name a package of the registry"),
    });
  },
);

test("an approved change is listed and does not fail, until the approval ends", async () => {
  const approval = (rest: string): string =>
    `- {kind: response-property-removed, operation: GET /pets, place: Pet, reason: Nobody reads it.${rest}}\n`;
  const folder = makeTemporaryFolder({
    ...files,
    "holds.yaml": approval(""),
    "ended.yaml": approval(', expires: "2020-01-31"'),
    "wrong.yaml": `- {kind: nope, reason: a}
- {kind: response-property-removed}
- {kind: response-property-removed, reason: a, expire: "2020-01-31"}
- {kind: response-property-removed, reason: a, expires: "2027-02-31"}
- {kind: response-property-removed, reason: a, operation: [GET /pets]}
`,
  });
  const args = ["diff", "old.yaml", "less.yaml", "--fail-on", "breaking", "--approvals"];
  const held = await run(folder, [...args, "holds.yaml"]);
  expect(held).toMatchObject({
    code: 0,
    out: expect.stringContaining("approved: Nobody reads it."),
  });
  const ended = await run(folder, [...args, "ended.yaml"]);
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining("expired-approval") });
  const wrong = await run(folder, [...args, "wrong.yaml"]);
  expect(wrong.code).toBe(1);
  expect(wrong.err.match(/^error invalid-approval/gm)).toHaveLength(5);
  expect(wrong.err).toContain("Did you mean `expires`?");
});

test("a side can be a commit, with the other files of the document as they were", async () => {
  const pet = `allOf:\n- ${schema}\n`;
  const folder = makeTemporaryFolder({
    "api/openapi.yaml": document.replace(schema, "{$ref: 'pet.yaml'}"),
    "api/pet.yaml": pet,
  });
  const runGit = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  runGit("init", "-q", ".");
  runGit("add", ".");
  runGit("commit", "-qm", "a");
  writeFiles(folder, { "api/pet.yaml": pet.replace("cat, dog", "cat, dog, bird") });
  const compared = await run(folder, ["diff", "HEAD:api/openapi.yaml", "api", "--format", "json"]);
  expect(JSON.parse(compared.out).changes).toMatchObject([
    {
      kind: "response-enum-value-added",
      before: { file: "api/pet.yaml", line: 2 },
      after: { file: "api/pet.yaml", line: 2 },
    },
  ]);
  const folders = await run(folder, ["diff", "HEAD:api", "api", "--format", "json"]);
  expect(folders.out).toBe(compared.out);
  const empty = await run(folder, ["diff", "HEAD:.", "api"]);
  expect(empty).toMatchObject({ code: 1, err: expect.stringContaining("error no-document") });
  const unknown = await run(folder, ["diff", "nope:api/openapi.yaml", "api"]);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("unknown-revision") });
});

test("ten thousand changes are shown grouped", async () => {
  const list = (prefix: string): string =>
    Array.from({ length: 10_000 }, (_, index) => `${prefix}${index}: {type: string}`).join(", ");
  const large = (prefix: string): string =>
    document.replace("properties: {", `properties: {${list(prefix)}, `);
  const folder = makeTemporaryFolder({ "old.yaml": large("a"), "new.yaml": large("b") });
  const { out } = await run(folder, ["diff", "old.yaml", "new.yaml"]);
  expect(out).toContain("… and 9980 more of response-property-removed");
  expect(out.split("\n").length).toBeLessThan(300);
  const annotated = await run(folder, ["diff", "old.yaml", "new.yaml", "--format", "github"]);
  const lines = annotated.out.trim().split("\n");
  expect(lines).toHaveLength(50);
  expect(lines.at(-1)).toMatch(/^::notice title=specwright diff::19951 more changes/);
});

test("wrong arguments are wrong usage, and a missing file is a problem", async () => {
  const folder = makeTemporaryFolder(files);
  expect(await run(folder, ["diff", "old.yaml"])).toMatchObject({ code: 2 });
  expect(await run(folder, ["diff", "-", "-"])).toMatchObject({ code: 2 });
  expect(await run(folder, ["diff", "old.yaml", "bird.yaml", "--format", "x"])).toMatchObject({
    code: 2,
  });
  expect(await run(folder, ["diff", "old.yaml", "none.yaml"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("none.yaml cannot be read"),
  });
  expect(await run(folder, ["diff", ".", "old.yaml"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("no-document"),
  });
});
