import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bin, run as runHere } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, replaceFiles, writeFiles } from "../../../test/temporary-folder.ts";
import { docs } from "../../index.ts";
import { createSession } from "../../watch/session.ts";

const document = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0, description: Short texts. }
paths:
  /notes:
    $ref: paths.yaml#/notes
`;
const paths = `notes:
  get:
    operationId: listNotes
    tags: [Notes]
    summary: List notes
    responses:
      '200':
        description: A page.
        content: { application/json: { schema: { $ref: 'schemas/Note.yaml' } } }
`;
const note = "type: object\nproperties: { text: { type: string } }\n";

function project(files: Readonly<Record<string, string>> = {}): string {
  return makeTemporaryFolder({
    "api/openapi.yaml": document,
    "api/paths.yaml": paths,
    "api/schemas/Note.yaml": note,
    ...files,
  });
}

async function run(
  folder: string,
  ...args: readonly string[]
): Promise<{ code: number; output: string }> {
  const { code, out, err } = await runHere(folder, args);
  return { code, output: out + err };
}

function configuration(settings: string): string {
  return `apis:\n  notes:\n    root: api/openapi.yaml\n    x-specwright: ${settings}\n`;
}

test("a body of any type has the media type of the document in the reference", async () => {
  const folder = project({ "api/paths.yaml": paths.replace("application/json", "'*/*'") });
  const { code } = await run(folder, "docs", "api/openapi.yaml", "--out", "site");
  expect(code).toBe(0);
  const page = readFileSync(join(folder, "site/operations/list-notes.md"), "utf8");
  expect(page).toContain("`*/*`");
  expect(page).not.toContain("+json");
});

test("redocly.yaml sets the folder of the reference and the import of samples", async () => {
  const folder = project({
    "redocly.yaml": configuration("{ docs: { out: site, client: '@acme/notes' } }"),
  });
  const { code, output } = await run(folder, "docs");
  expect([code, output]).toEqual([0, expect.stringContaining("Next: open site/index.html")]);
  const page = readFileSync(join(folder, "site/operations/list-notes.md"), "utf8");
  expect(page).toContain('import { createTransport, listNotes } from "@acme/notes";');
  expect(page).toContain("[Note](../schemas/note.md)");
  const bundled = JSON.parse(readFileSync(join(folder, "site/openapi.json"), "utf8"));
  expect(bundled.components).toEqual({
    schemas: { Note: { type: "object", properties: { text: { type: "string" } } } },
  });
  expect((await run(folder, "docs", "notes", "--no-client")).code).toBe(0);
  expect(readFileSync(join(folder, "site/operations/list-notes.html"), "utf8")).not.toContain(
    "createTransport",
  );
});

test.each([
  ["docs: {}", "`docs` has no `out`."],
  ["docs: { out: site, client: 1 }", "The value of `client` is not valid."],
  ["docs: { out: site, colour: red }", "`docs` has no setting `colour`."],
  ["docs: { out: site, renderer: redoc }", "Remove it: `specwright docs` writes pages of its own"],
  [
    "docs: { out: site, theme: { colour: 'red;}' } }",
    "Write a colour of 3 or 6 hexadecimal digits",
  ],
  ["docs: { out: site, theme: { font: 'a;' } }", "Write the name of one font family"],
  ["docs: { out: site, theme: { radius: 30 } }", "Write a number of pixels from 0 to 24."],
  ["docs: { out: site, theme: { logo: logo.js } }", "Write the path of an SVG or PNG file"],
  ["docs: site", "The value of `docs` is not valid."],
])("a wrong setting is reported with its line: %s", async (settings, message) => {
  const folder = project({ "redocly.yaml": configuration(`{ ${settings} }`) });
  const { code, output } = await run(folder, "docs");
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain("redocly.yaml:4");
});

test("the theme of redocly.yaml decides about colour, font, radius and logo, also of the list of versions", async () => {
  const theme = "{ colour: '#7a2e8e', font: Source Sans 3, radius: 2, logo: logo.svg }";
  const folder = project({
    "redocly.yaml": configuration(`{ docs: { out: site, versions: true, theme: ${theme} } }`),
  });
  const missing = await run(folder, "docs");
  expect(missing.code).toBe(1);
  expect(missing.output).toContain("The logo of the reference cannot be read.");
  writeFiles(folder, { "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" });
  expect(await run(folder, "docs")).toMatchObject({ code: 0 });
  for (const path of ["site/theme.css", "site/1.0.0/theme.css", "site/latest/theme.css"]) {
    const css = readFileSync(join(folder, path), "utf8");
    expect(css).toContain("--accent: light-dark(#7a2e8e, ");
    expect(css).toContain('--font: "Source Sans 3", ');
    expect(css).toContain("--radius: 2px;");
    expect(css).toContain('--logo: url("data:image/svg+xml;base64,');
  }
  expect((await run(folder, "docs", "--check")).output).toContain("Up to date: ");
  writeFiles(folder, { "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1'/>" });
  expect((await run(folder, "docs", "--check")).code).toBe(1);
});

test("the search's script has no invisible characters, and the document's texts", async () => {
  const hidden = "a\u202eb\u3164c\u{e0061}\u2028</script>'\\";
  const folder = project({
    "api/openapi.yaml": document,
    "api/paths.yaml": paths.replace("List notes", JSON.stringify(hidden)),
  });
  expect(await run(folder, "docs", "api/openapi.yaml", "--out", "site")).toMatchObject({ code: 0 });
  const script = readFileSync(join(folder, "site/search-index.js"), "utf8");
  expect(script).not.toMatch(/[\u202e\u3164\u2028]|\u{e0061}|<\/script/u);
  const entries = new Function(`${script}; return searchEntries;`)();
  expect(entries[0].t).toBe(hidden);
});

test("--check writes nothing, and reports what is not up to date", async () => {
  const folder = project();
  const args = ["docs", "api/openapi.yaml", "--out", "site"];
  expect((await run(folder, ...args, "--check")).code).toBe(1);
  expect(existsSync(join(folder, "site"))).toBe(false);
  expect((await run(folder, ...args)).code).toBe(0);
  expect((await run(folder, ...args, "--check")).output).toContain("Up to date: ");

  writeFiles(folder, { "api/paths.yaml": paths.replace("List notes", "Find notes") });
  const { code, output } = await run(folder, ...args, "--check");
  expect(code).toBe(1);
  expect(output).toMatch(/Not up to date: \d+ files to write, 0 to remove\./);
  expect(output).toContain("  llms.txt\n");
  expect(readFileSync(join(folder, "site/llms.txt"), "utf8")).toContain("List notes");
  expect(JSON.parse((await run(folder, ...args, "--check", "--json")).output)).toMatchObject({
    ok: false,
    outputs: [{ isUpToDate: false }],
  });
});

test("--watch makes it again after an edit of any file, and outlives a mistake", async () => {
  const folder = project();
  const args = [
    "-C",
    "source",
    bin,
    "docs",
    "api/openapi.yaml",
    "--out",
    "site",
    "--watch",
    "--port",
    "0",
  ];
  const child = spawn(process.execPath, args, { cwd: folder });
  onTestFinished(() => {
    child.kill();
  });
  let output = "";
  const read = (chunk: Buffer): void => {
    output += chunk;
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const waitUntilPrinted = (text: string): Promise<void> =>
    expect.poll(() => output).toContain(text);
  await waitUntilPrinted("Watching");
  replaceFiles(folder, { "api/paths.yaml": paths.replace("List notes", "[") });
  await waitUntilPrinted("The output was not changed");
  output = "";
  replaceFiles(folder, { "api/paths.yaml": paths.replace("List notes", "Find notes") });
  await waitUntilPrinted("files written");
  expect(readFileSync(join(folder, "site/llms.txt"), "utf8")).toContain("Find notes");
});

test("a session writes the same files as a new run", async () => {
  const folder = project();
  const session = createSession();
  const make = (out: string, kept?: typeof session): ReturnType<typeof docs> =>
    docs({ document: "api/openapi.yaml", out, folder }, kept);
  await make("kept", session);
  writeFiles(folder, {
    "api/schemas/Note.yaml": note.replace("string", "integer"),
    "api/paths.yaml": paths.replace("A page.", "All of them."),
  });
  const again = await make("kept", session);
  const anew = await make("anew");
  expect(again.written.length).toBeGreaterThan(3);
  expect(anew.written.length).toBe(again.written.length + again.unchanged.length);
  for (const path of anew.written) {
    const texts = ["kept", "anew"].map((out) => readFileSync(join(folder, out, path), "utf8"));
    expect(texts[0], path).toBe(texts[1]);
  }
});

test("with --versions, each version keeps its reference, and latest is a copy of the newest", async () => {
  const folder = project();
  const args = ["docs", "api/openapi.yaml", "--out", "site", "--versions"];
  const setVersion = (version: string): void =>
    writeFiles(folder, { "api/openapi.yaml": document.replace("1.0.0", version) });
  const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
  for (const version of ["1.9.0", "1.10.0", "2.0.0-rc.1", "1.9.1"]) {
    setVersion(version);
    const { code, output } = await run(folder, ...args);
    expect([code, output]).toEqual([0, expect.stringContaining("Next: open site/index.html")]);
  }
  const { latest, versions } = JSON.parse(read("versions.json"));
  expect(latest).toBe("1.10.0");
  expect(versions.map(({ version }: { version: string }) => version)).toEqual([
    "2.0.0-rc.1",
    "1.10.0",
    "1.9.1",
    "1.9.0",
  ]);
  expect(read("latest/openapi.yaml")).toBe(read("1.10.0/openapi.yaml"));
  // Compared with the next older one, whatever the order in which they were added.
  expect(read("1.9.1/changes.html")).toContain('href="../1.9.0/index.html"');
  expect(read("1.10.0/changes.html")).toContain("describe the same API");
  expect((await run(folder, ...args, "--check")).output).toContain("Up to date: ");
});

test("a version that was released is not replaced by another API, unless --replace is given", async () => {
  const folder = project({
    "redocly.yaml": configuration("{ docs: { out: site, versions: true } }"),
  });
  expect((await run(folder, "docs")).code).toBe(0);
  const bundled = readFileSync(join(folder, "site/1.0.0/openapi.json"), "utf8");

  writeFiles(folder, { "api/paths.yaml": paths.replace("List notes", "Find notes") });
  expect(await run(folder, "docs")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "site/1.0.0/llms.txt"), "utf8")).toContain("Find notes");

  writeFiles(folder, { "api/schemas/Note.yaml": note.replace("string", "integer") });
  const { code, output } = await run(folder, "docs");
  expect(code).toBe(1);
  expect(output).toContain("The site already has version 1.0.0 of another API.");
  expect(output).toContain("Raise `info.version` in the document, or write over the reference");
  expect(readFileSync(join(folder, "site/1.0.0/openapi.json"), "utf8")).not.toContain("integer");
  expect(await run(folder, "docs", "--replace")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "site/latest/openapi.json"), "utf8")).not.toBe(bundled);
});

test("a folder with files of others does not become a site of versions", async () => {
  const folder = project({ "site/mine.txt": "mine" });
  const { code, output } = await run(
    folder,
    "docs",
    "api/openapi.yaml",
    "--out",
    "site",
    "--versions",
  );
  expect(code).toBe(1);
  expect(output).toContain("has files that specwright did not write");
  expect(existsSync(join(folder, "site/1.0.0"))).toBe(false);
});
