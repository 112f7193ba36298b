import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { DiagnosticError } from "../diagnostic.ts";
import { type GenerateResult, generate } from "./generate.ts";
import type { GenerateOptions } from "./generate-options.ts";
import { readConfiguration } from "./settings/configuration.ts";
import { isVersion, type PackageSettings } from "./settings/package.ts";

const document = `openapi: 3.1.0
info: {title: 'Notes *v2*', version: 1.2.3}
paths:
  /notes/{id}:
    get:
      operationId: getNote
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 7}}
        - {name: X-Tenant, in: header, required: true, schema: {type: string}, example: acme}
      responses: {'200': {description: The note., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
components:
  schemas:
    Id: {type: string}
    Note: {type: object, properties: {id: {$ref: '#/components/schemas/Id'}}}
`;

const settings: PackageSettings = { scope: "@acme", name: "notes" };

function project(files: Readonly<Record<string, string>> = {}) {
  const folder = makeTemporaryFolder({ "api.yaml": document, ...files });
  const run = (
    packages: PackageSettings | undefined,
    options: Pick<GenerateOptions, "targets" | "options"> = {},
  ): Promise<GenerateResult> =>
    generate({
      document: "api.yaml",
      out: "out",
      folder,
      ...options,
      ...(packages && { package: packages }),
    });
  const read = (path: string): string => readFileSync(join(folder, "out", path), "utf8");
  return { folder, run, read };
}

async function catchProblems(work: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof DiagnosticError
    ? error.diagnostics.map(({ code, message }) => `${code}: ${message}`)
    : ["none"];
}

test("each target is a package with the document's version, and imports others by name", async () => {
  const { run, read } = project({ LICENSE: "Do as you like.\r\n" });
  await run({ ...settings, names: { client: "@acme/sdk" }, licenseFile: "LICENSE" });
  const manifest = JSON.parse(read("server/package.json"));
  expect(manifest).toMatchObject({
    name: "@acme/notes-server",
    version: "1.2.3",
    description: "Notes *v2*: router and types of its handlers",
    license: "SEE LICENSE IN LICENSE",
    dependencies: { "@acme/notes-types": "1.2.3", "@acme/notes-validators": "1.2.3" },
    peerDependencies: { zod: "^4.5.0" },
  });
  expect(JSON.parse(read("client/package.json")).name).toBe("@acme/sdk");
  expect(read("server/index.js")).toContain('from "@acme/notes-validators"');
  expect(read("client/notes.d.ts")).toContain('from "@acme/notes-types"');
  expect(read("types/LICENSE")).toBe("Do as you like.\n");
});

test("package.json says what a registry shows, as the settings have it", async () => {
  const { run, read } = project();
  await run({
    ...settings,
    author: "Acme <api@acme.example>",
    homepage: "https://api.acme.example/docs",
    bugs: "api@acme.example",
    keywords: ["notes", "api"],
    repository: { url: "git+https://git.example.com/acme/notes.git", directory: "out" },
    access: "public",
    provenance: true,
  });
  expect(JSON.parse(read("types/package.json"))).toMatchObject({
    keywords: ["notes", "api"],
    author: "Acme <api@acme.example>",
    homepage: "https://api.acme.example/docs",
    bugs: { email: "api@acme.example" },
    repository: { directory: "out/types" },
    publishConfig: { access: "public", provenance: true },
  });
  expect(read("types/README.md")).toContain("Documentation: <https://api.acme.example/docs>\n");
});

test("a package comes with those that it imports", async () => {
  const { run, read } = project();
  const { imported } = await run(settings, { targets: ["client"] });
  expect(imported).toEqual(["types"]);
  expect(JSON.parse(read("types/package.json")).name).toBe("@acme/notes-types");
});

test("READMEs show a call that can be made, and the document's texts as plain text", async () => {
  const { run, read } = project();
  await run(settings);
  const readme = read("client/README.md");
  expect(readme).toContain("A client for Notes \\*v2\\*.");
  expect(readme).toContain('await getNote(transport, { id: 7, header: { "X-Tenant": "acme" } })');
  expect(read("validators/README.md")).toContain("schemas.Note.safeParse(value)");
});

test("READMEs of queries show no call with a value that is converted, and the names that a target of one's own chose", async () => {
  const { folder, read } = project({
    "api.yaml": document.replace("minimum: 7", "format: int64").replace(
      "components:",
      `  /tags/{name}:
    get:
      operationId: getTag
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: The tag., content: {application/json: {schema: {type: string}}}}}
components:`,
    ),
    "names.js": `export default { extends: "client", contract: "specwright/target/v1", nameOperation: ({ name }) => name + "Now" };\n`,
  });
  await generate({
    document: "api.yaml",
    out: "out",
    folder,
    package: settings,
    targets: ["query", "./names.js"],
    values: { int64: "bigint" },
  });
  const readme = read("query/README.md");
  expect(readme).toContain('fetchQuery(getTagNowQuery(transport, { name: "example" }))');
  expect(readme).toContain('Key("getTagNow")');
});

test("the call in a README leaves out values that the service sets", async () => {
  const { run, read } = project({
    "api.yaml": document
      .replace(
        "components:",
        `  /notes:
    post:
      operationId: createNote
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/NewNote'}}}}
      responses: {'204': {description: Created.}}
components:`,
      )
      .concat(`    NewNote:
      type: object
      required: [number, title]
      properties:
        number: {type: integer, readOnly: true}
        title: {type: string}
`),
  });
  await run(settings);
  expect(read("client/README.md")).toContain(
    'await createNote(transport, { body: { title: "example" } })',
  );
});

test("without settings no packages are made, and earlier ones are removed", async () => {
  const { run, read } = project();
  await run(settings);
  const { removed } = await run(undefined);
  expect(removed).toContain("client/package.json");
  expect(removed).toContain("types/index.js");
  expect(read("server/index.js")).toContain('from "../validators/index.js"');
});

test("the settings and the licence count when packages are compared", async () => {
  const { folder, run } = project({ LICENSE: "one" });
  const all: PackageSettings = { ...settings, licenseFile: "LICENSE" };
  const first = await run(all);
  expect(first.inputs).toContain(join(folder, "LICENSE"));
  expect((await run(all)).isUpToDate).toBe(true);
  writeFileSync(join(folder, "LICENSE"), "two");
  expect((await run(all)).written).toEqual(
    ["types", "client", "validators", "server"].map((target) => `${target}/LICENSE`),
  );
  expect((await run({ ...all, author: "Ada" })).written).toContain("types/package.json");
});

test("a problem that prevents packages is reported, and nothing is written", async () => {
  const { folder, run } = project();
  // Users of JavaScript may give anything.
  const listProblems = (packages: object) => catchProblems(run(packages as PackageSettings));
  expect(await listProblems({ ...settings, licenseFile: "gone" })).toEqual([
    `invalid-package: The licence ${join(folder, "gone")} cannot be read.`,
  ]);
  expect(await listProblems({ ...settings, names: { client: "@acme/notes-types" } })).toEqual([
    "invalid-package: The package of `client` has the same name as another package: `@acme/notes-types`.",
  ]);
  expect(await listProblems({ scope: "acme", name: "../x", version: "v1" })).toHaveLength(3);
  const wrong = { homepage: "javascript:alert(1)", bugs: "https://a.example/>", provenance: "yes" };
  expect(await listProblems({ ...settings, ...wrong, keywords: ["a", "b\nc"] })).toHaveLength(4);
  writeFileSync(join(folder, "api.yaml"), document.replace("1.2.3", "2026-01"));
  expect(await listProblems(settings)).toEqual([
    "no-package-version: The document's version `2026-01` is not a semantic version, which a package needs.",
  ]);
  expect(await listProblems({ ...settings, version: "1.0.0" })).toEqual(["none"]);
  rmSync(join(folder, "out"), { recursive: true });
});

test("problems of the configuration have file, line and what to do; the API's name is the packages'", () => {
  const { folder } = project({
    "redocly.yaml": `apis:
  notes:
    root: api.yaml
    x-specwright:
      package:
        scope: acme
        colour: red
        repository:
          url: not a url
  Core@v1:
    root: api.yaml
    x-specwright:
      package: {scope: '@acme'}
  plain:
    root: api.yaml
    x-specwright:
      package: yes please
`,
  });
  const listReported = (): readonly string[] => {
    try {
      readConfiguration(folder);
      return [];
    } catch (error) {
      return error instanceof DiagnosticError
        ? error.diagnostics.map(({ line, message, fix }) => `${line} ${message} ${fix}`)
        : [];
    }
  };
  expect(listReported()).toEqual([
    "6 The value of `scope` is not valid. Write the scope of the packages' names, such as '@acme'.",
    expect.stringMatching(/^7 `package` has no setting `colour`\. Choose from scope, name, /),
    expect.stringMatching(/^8 The value of `repository` is not valid\. Write a URL/),
    expect.stringMatching(
      /^13 The value of `name` is not valid\. Write the beginning of the packages' names/,
    ),
    "17 The value of `package` is not valid. Write settings, such as `scope: '@acme'`.",
  ]);
  writeFileSync(
    join(folder, "redocly.yaml"),
    "apis: {notes: {root: api.yaml, x-specwright: {package: {scope: '@acme', licenseFile: LICENSE}}}}",
  );
  expect(readConfiguration(folder)[0]?.package).toEqual({
    ...settings,
    licenseFile: join(folder, "LICENSE"),
  });
});

test.each([
  ["1.0.0", true],
  ["0.10.0-rc.1", true],
  ["1.0.0-0a+build.007", true],
  ["1.0", false],
  ["v1.0.0", false],
  ["01.0.0", false],
  ["1.0.0-01", false],
  ["1.0.0-", false],
  ["1.0.0-a..b", false],
  ["1.0.0+a..b", false],
  ['1.0.0", "scripts": {', false],
])("%s is a version: %s", (text, expected) => {
  expect(isVersion(text)).toBe(expected);
});

test("an option that names another package names the peer of the package too", async () => {
  const { run, read } = project();
  const react = { query: { package: "@tanstack/react-query" } };
  await run(settings, { targets: ["query"], options: react });
  expect(JSON.parse(read("query/package.json")).peerDependencies).toEqual({
    "@tanstack/react-query": "*",
  });
});
