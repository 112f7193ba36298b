import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../test/hostile-texts.ts";
import { run as runHere } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      responses: { '200': { description: All. } }
components:
  schemas:
    Note: { type: object, properties: { text: { type: string } } }
`;
const configuration = `apis:
  notes:
    root: openapi.yaml
    x-specwright: { docs: { out: site, guides: ./guides } }
`;
const first = `---
title: First call
description: What you need for it.
---
See [keys](02-keys.md#your-key), [lists](operation:listNotes), [notes](schema:Note "A note") and [below](#content).

![The console](images/the%20console.png)

## Content

\`[code](nowhere.md)\` stays. - [again][keys]

[keys]: <02-keys.md>
`;
const keys = "# Your *keys*\n\n## Your key\n\n> [Back](./01-first-call.md)\n\n## Your key\n";
// Bytes that are no UTF-8.
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe, 0x00]);

function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = makeTemporaryFolder({
    "openapi.yaml": document,
    "redocly.yaml": configuration,
    "guides/01-first-call.md": first,
    "guides/02-keys.md": keys,
    "guides/10-more/1-last.md": "Only text.\n",
    "guides/images/the console.png": "",
    ...files,
  });
  writeFileSync(join(folder, "guides/images/the console.png"), png);
  return folder;
}

async function make(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runHere(folder, ["docs", ...args]);
  return `${code} ${out}${err}`;
}

test("guides are pages in the order of their names, with links to each other, to operations and to schemas", async () => {
  const folder = project();
  const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
  expect(await make(folder)).toMatch(/^0 /);
  const page = read("guides/first-call.html");
  expect(page).toContain("<title>First call · Notes</title>");
  expect(page).toContain('<meta name="description" content="What you need for it.">');
  expect(page).toContain('<a href="./keys.html#your-key">keys</a>');
  expect(page).toContain('<a href="../operations/list-notes.html">lists</a>');
  expect(page).toContain('<a href="../schemas/note.html">notes</a>');
  expect(page).toContain('<img src="./images/the%20console.png" alt="The console">');
  expect(page).toContain("<code>[code](nowhere.md)</code>");
  expect(page).toContain('<a href="./keys.html">again</a>');
  // The page has an element with the id `content` already.
  expect(page).toContain('<a href="#content~">below</a>');
  expect(page).toContain('<h2 id="content~">Content</h2>');
  expect(read("guides/keys.html")).toContain("<h1>Your keys</h1>");
  expect(read("guides/keys.html")).toContain('<h2 id="your-key-1">Your key</h2>');
  expect(read("guides/keys.html")).toContain('<a href="./first-call.html">Back</a>');
  const navigation = read("operations/list-notes.html");
  expect([...navigation.matchAll(/guides\/([^"]*)\.html"/g)].map(([, name]) => name)).toEqual([
    "first-call",
    "keys",
    "more-last",
  ]);
  expect(readFileSync(join(folder, "site/guides/images/the console.png"))).toEqual(png);
  expect(await make(folder, "--check")).toMatch(/^0 .*Up to date/s);
});

test("guides have a twin in Markdown, a line in llms.txt, and sections that the search finds", async () => {
  const folder = project();
  await make(folder);
  const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
  const twin = read("guides/first-call.md");
  expect(twin).toContain(
    "# First call\n\nSee [keys](./keys.md#your-key), [lists](../operations/list-notes.md)",
  );
  expect(twin).toContain('[notes](../schemas/note.md "A note")');
  expect(twin).toContain("![The console](./images/the%20console.png)");
  expect(twin).toContain("[keys]: ./keys.md");
  expect(read("llms.txt")).toContain(
    "## Guides\n\n- [First call](guides/first-call.md): What you need for it.",
  );
  const entries = new Function(`${read("search-index.js")}; return searchEntries;`)();
  expect(entries).toContainEqual({
    p: "guides/keys",
    a: "your-key-1",
    t: "Your key",
    g: "Your keys",
    x: "",
    k: 4,
  });
  expect(entries).toContainEqual(
    expect.objectContaining({ t: "Content", x: expect.stringContaining("stays") }),
  );
});

test("links in long lists and quotations that go over several lines are replaced", async () => {
  const item =
    "- One of\n  [many](01-first-call.md)\n  > and [again](01-first-call.md)\n\n      code\n\n";
  const folder = project({
    "guides/02-keys.md": `# Keys\n\n## Your key\n\n${item.repeat(300)}> A **quotation\n> of** [two\n> lines](https://other.example)\n`,
  });
  expect(await make(folder)).toMatch(/^0 /);
  const page = readFileSync(join(folder, "site/guides/keys.html"), "utf8");
  expect(page.match(/href="\.\/first-call\.html">(?:many|again)</g)).toHaveLength(600);
});

test("hundreds of guides are a link in the navigation, which leads to their list", async () => {
  const many = Array.from({ length: 201 }, (_, index) => [`guides/${index}.md`, "Text"] as const);
  const folder = project(Object.fromEntries(many));
  expect(await make(folder)).toMatch(/^0 /);
  const page = readFileSync(join(folder, "site/guides/7.html"), "utf8");
  expect(page).toContain(
    '<a class="group" href="../index.html#guides">Guides <small>204</small></a>',
  );
  expect(page).not.toContain("guides/9.html");
  expect(readFileSync(join(folder, "site/index.html"), "utf8")).toContain('href="guides/9.html"');
});

test("every problem of the guides is reported at once, with its file and line", async () => {
  const folder = project({
    "outside.png": "",
    "guides/02-keys.md": `# Keys

- one
- two [a](gone.md) and [b](01-first-call.md#gone)

![c](images/gone.png)

| a | b |
|---|---|
| x | [d](../outside.png) |

[e](operation:deleteNotes) \`[x](x.md)\` [f](schema:Gone)

[g](images/link.png)

## Your key
`,
    "guides/03-front.md": "text\n\n[h](../redocly.yaml)\n",
  });
  symlinkSync(join(folder, "outside.png"), join(folder, "guides/images/link.png"));
  const output = await make(folder);
  expect(output).toMatch(/^1 /);
  const found = [...output.matchAll(/The (?:link|image) `(.*?)` (.*)\.\n {2}(.*)\n/g)];
  expect(found.map(([, link, problem, place]) => [link, problem, place])).toEqual([
    ["gone.md", "leads to a file that is not there", "guides/02-keys.md:4:7"],
    ["01-first-call.md#gone", "leads to a heading that is not there", "guides/02-keys.md:4:24"],
    ["images/gone.png", "shows an image that is not in the folder", "guides/02-keys.md:6:1"],
    ["../outside.png", "leads out of the folder of the guides", "guides/02-keys.md:10:7"],
    [
      "operation:deleteNotes",
      "names an operation that the document does not have",
      "guides/02-keys.md:12:1",
    ],
    ["schema:Gone", "names a schema that the document does not have", "guides/02-keys.md:12:40"],
    ["images/link.png", "leads to a file that is not there", "guides/02-keys.md:14:1"],
    ["../redocly.yaml", "leads out of the folder of the guides", "guides/03-front.md:3:1"],
  ]);
});

test.each([
  ["guides: ./gone", "The folder of the guides cannot be read"],
  ["guides: .", "The folder of the guides contains the output folder."],
  ["guides: ./guides/images", "The folder of the guides has no file that ends in .md."],
  ["guides: 1", "The value of `guides` is not valid."],
])("a wrong folder is reported: %s", async (setting, message) => {
  const folder = project({ "redocly.yaml": configuration.replace("guides: ./guides", setting) });
  expect(await make(folder)).toContain(message);
});

test("a front matter that cannot be read is reported beside the problems of the document", async () => {
  const folder = project({
    "guides/a.md": "---\ntitle: [\n---\nText\n",
    "guides/b.md": "---\ntitle: 1\n---\nText\n",
    "guides/c.md": "a ".repeat(100_001),
    "openapi.yaml": document.replace("type: string", "type: text"),
  });
  const output = await make(folder);
  expect(output).toContain("guides/a.md:1:1");
  expect(output).toContain("guides/b.md:1:1");
  expect(output).toContain("The guide has more than 200000 characters.");
  expect(output).toContain("openapi.yaml:10");
});

test("an edit of a guide or an image makes the reference stale", async () => {
  const folder = project();
  await make(folder);
  writeFiles(folder, { "guides/images/the console.png": "another" });
  expect(await make(folder, "--check")).toMatch(/^1 .*1 file to write/s);
  await make(folder);
  writeFiles(folder, { "guides/02-keys.md": `${keys}More.\n` });
  expect(await make(folder, "--check")).toMatch(/^1 /);
});

test("hostile texts of guides stay texts", async () => {
  let judged = 0;
  for (const text of hostileTexts.filter((each) => /[<>"'`&[]/.test(each))) {
    const folder = project({
      "guides/02-keys.md": `# ${text}\n\n${text}\n\n## ${text}\n\n[a](javascript:alert(1)) <img src=x onerror=alert(1)>\n`,
      "guides/01-first-call.md": `---\ntitle: ${JSON.stringify(text)}\n---\n${text}\n`,
    });
    const output = await make(folder);
    if (output.startsWith("1 ")) {
      // Some of the texts are links that lead nowhere.
      expect(output).toContain("broken-guide-link");
      continue;
    }
    judged += 1;
    for (const name of ["first-call", "keys"]) {
      const page = readFileSync(join(folder, `site/guides/${name}.html`), "utf8");
      const elements =
        /<(?:img|svg|iframe|object|b|i)\b|href="javascript|<script(?! src="\.\.\/pages\.js)/i;
      expect(page.replaceAll('<b class="method', ""), text).not.toMatch(elements);
    }
  }
  expect(judged).toBeGreaterThan(5);
});
