import { expect, test } from "vitest";
import { renderChangelog } from "./changelog.ts";
import type { PlannedPackage } from "./plan.ts";
import { makeChange } from "./testing/changes.ts";

const planned: PlannedPackage = {
  target: "client",
  name: "@acme/notes-client",
  last: "1.2.0",
  next: "2.0.0",
  bump: "major",
  reason: "",
  changes: [],
  declarations: [],
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
  const text = renderChangelog({ ...planned, words: "Shorter names." }, undefined, "2026-11-23");
  expect(text).toBe("# @acme/notes-client\n\n## 2.0.0 (2026-11-23)\n\nShorter names.\n");
});

test("differences of declarations are shown when the document is the same", () => {
  const declarations = [{ path: "notes.d.ts", removed: ["id: number;"], added: ["id: string;"] }];
  const text = renderChangelog({ ...planned, declarations, reason: "A new specwright." }, "", "");
  expect(text).toContain(
    "A new specwright.\n\n`notes.d.ts`:\n\n```diff\n-id: number;\n+id: string;\n```\n",
  );
});

test("texts of the document cannot begin HTML in a changelog", () => {
  const changes = [{ ...makeChange({}), message: "<script> is new." }];
  expect(renderChangelog({ ...planned, changes }, "", "")).not.toContain("<script>");
});
