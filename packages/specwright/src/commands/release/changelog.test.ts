import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renderChangelog } from "./changelog.ts";
import { listChangelogLinks } from "./changelog-links.ts";
import type { PlannedPackage } from "./plan.ts";
import { makeChange } from "./testing/changes.ts";

const noLinks: ReadonlyMap<string, string> = new Map();

const planned: PlannedPackage = {
  target: "client",
  name: "@acme/notes-client",
  last: "1.2.0",
  next: "2.0.0",
  bump: "major",
  reason: "",
  changes: [],
  declarations: [],
  audiences: ["clientCode", "callers"],
};

test("changes are grouped by operation, the breaking ones first, with the code to change", () => {
  const changes = [
    {
      ...makeChange({}),
      message: "`Note` (in responses) has the optional property `title`.",
      operations: ["GET /notes", "POST /notes"],
    },
    {
      ...makeChange({ callers: "breaks", clientCode: "breaks" }, "breaking"),
      kind: "request-property-added-required",
      message: "`NewNote` (in requests) has the required property `title`.",
      operations: ["POST /notes"],
    },
    {
      ...makeChange({ clientCode: "breaks" }, "breaking"),
      kind: "operation-renamed",
      message: "The operationId is `listNotes` and no longer `getNotes`.",
      operations: ["GET /notes"],
    },
    makeChange({}, "documentation"),
  ];
  expect(
    renderChangelog(
      { ...planned, changes },
      "# a\n\n## 1.2.0\n\nThe first version.\n",
      "2026-11-23",
      noLinks,
    ),
  ).toBe(`# @acme/notes-client

## 2.0.0 (2026-11-23)

### POST /notes

- **Breaking:** \`NewNote\` (in requests) has the required property \`title\`.

  \`\`\`diff
   const value = {
     …
  +  title: …,
   };
  \`\`\`

### GET /notes

- **Breaking:** The operationId is \`listNotes\` and no longer \`getNotes\`.

  \`\`\`diff
  -import { getNotes } from "@acme/notes-client";
  +import { listNotes } from "@acme/notes-client";
  \`\`\`

### GET /notes, POST /notes

- \`Note\` (in responses) has the optional property \`title\`.

Besides, one text of the document changed.

## 1.2.0

The first version.
`);
});

test("a person's words take the place of the computed ones", () => {
  const text = renderChangelog(
    { ...planned, words: "Shorter names." },
    undefined,
    "2026-11-23",
    noLinks,
  );
  expect(text).toBe("# @acme/notes-client\n\n## 2.0.0 (2026-11-23)\n\nShorter names.\n");
});

test("differences of declarations are shown when the document is the same", () => {
  const declarations = [{ path: "notes.d.ts", removed: ["id: number;"], added: ["id: string;"] }];
  const reason = "A new specwright.";
  const text = renderChangelog({ ...planned, declarations, reason }, "", "", noLinks);
  expect(text).toContain(
    "A new specwright.\n\n`notes.d.ts`:\n\n```diff\n-id: number;\n+id: string;\n```\n",
  );
});

test("texts of the document cannot begin HTML in a changelog", () => {
  const changes = [{ ...makeChange({}), message: "<script> is new." }];
  expect(renderChangelog({ ...planned, changes }, "", "", noLinks)).not.toContain("<script>");
});

test.each([
  ["client", "query parameter limit", "```diff\n  +limit: …,\n  ```"],
  [
    "client",
    "header parameter X-Tenant",
    '```diff\n   header: {\n  +  "X-Tenant": …,\n   },\n  ```',
  ],
  [
    "types",
    "query parameter limit",
    "```diff\n   params: {\n     query: {\n  +    limit: …,\n     },\n   },\n  ```",
  ],
] as const)("the code of %s for a required %s has its place", (target, place, code) => {
  const change = {
    ...makeChange({ callers: "breaks", clientCode: "breaks" }, "breaking"),
    ...{ kind: "parameter-added-required", place, operations: ["GET /notes"] },
    message: `\`${place}\` is a new required parameter.`,
  };
  const text = renderChangelog({ ...planned, target, changes: [change] }, "", "", noLinks);
  expect(text).toContain(code);
});

test.each([
  ["types", '-operations["getNotes"]\n  +operations["listNotes"]'],
  ["validators", "-operations.getNotes\n  +operations.listNotes"],
  ["server", "   handlers: {\n  -    getNotes: …,\n  +    listNotes: …,"],
] as const)("the code of %s for a renamed operation has its names", (target, code) => {
  const change = {
    ...makeChange({ clientCode: "breaks", handlers: "breaks", validators: "breaks" }, "breaking"),
    kind: "operation-renamed",
    message: "The operationId is `listNotes` and no longer `getNotes`.",
  };
  const text = renderChangelog({ ...planned, target, changes: [change] }, "", "", noLinks);
  expect(text).toContain(code);
});

test.each([
  ["types", "-import type { Problem } from"],
  ["validators", "-import { Problem } from"],
] as const)("the code of %s for a renamed schema imports it", (target, code) => {
  const change = {
    ...makeChange({ clientCode: "breaks", validators: "breaks" }, "breaking"),
    kind: "component-schema-renamed",
    message: "The schema `Problem` is named `Failure`.",
  };
  const text = renderChangelog({ ...planned, target, changes: [change] }, "", "", noLinks);
  expect(text).toContain(code);
});

test("the name of a renamed parameter is changed in calls and in handlers", () => {
  const change = {
    ...makeChange({ clientCode: "breaks", handlers: "breaks" }, "breaking"),
    ...{ kind: "path-parameter-renamed", place: "path parameter id", operations: ["GET /notes"] },
    message: "The path parameter `note-id` is named `id`.",
  };
  const render = (target: "client" | "server" | "validators"): string =>
    renderChangelog({ ...planned, target, changes: [change] }, "", "", noLinks);
  expect(render("client")).toContain('-"note-id": …,\n  +id: …,');
  expect(render("server")).toContain('-input.path["note-id"]\n  +input.path.id');
  expect(render("validators")).not.toContain("```");
});

test("operations are links to the reference of the version, where it is published", () => {
  const folder = mkdtempSync(join(tmpdir(), "specwright-changelog-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const responses = { "200": { description: "Done" } };
  const paths = { "/notes": { get: { operationId: "listNotes", responses } } };
  const document = { openapi: "3.1.0", info: { title: "Notes", version: "1.3.0" }, paths };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const api = { name: "notes", document: "openapi.json" };
  const docs = { out: "site", url: "https://docs.acme.example/notes/" };
  expect(listChangelogLinks({ ...api, docs: { out: "site" } }, folder)).toEqual(new Map());
  const links = listChangelogLinks({ ...api, docs: { ...docs, versions: true } }, folder);
  const address = "https://docs.acme.example/notes/1.3.0/index.html#operation/listNotes";
  expect([...links]).toEqual([["GET /notes", address]]);
  const operations = ["GET /notes", "DELETE /notes", "/a", "/b", "/c", "/d"];
  const changes = [{ ...makeChange({}), operations }];
  expect(renderChangelog({ ...planned, changes }, "", "", links)).toContain(
    `### [GET /notes](<${address}>), DELETE /notes, /a, /b, /c and 1 more\n`,
  );
});
