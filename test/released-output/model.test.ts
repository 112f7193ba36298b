import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** The files that declare the model, which targets of other people read. */
const files = ["content", "location", "methods", "model", "schema"];

/** A fingerprint of the declarations without their comments and line breaks. */
function fingerprintModel(): string {
  const texts = files.map((name) =>
    readFileSync(resolveInRoot(`packages/specwright/src/document/model/${name}.ts`), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
      .replaceAll(/\s+/g, " "),
  );
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 12);
}

test("a change of the model's types has a row in the guide's table of versions", () => {
  const guide = readFileSync(resolveInRoot("docs/guide/targets.md"), "utf8");
  const [, last] =
    /\| Since \|.*\n\|[-| ]+\n(?:\|.*\n)*\|[^|]*\|[^|]*\| `(\w+)` \|\n?$/.exec(guide) ?? [];
  expect(
    last,
    `The types of the model changed. Targets of other people read them: only add members. Then end the table of docs/guide/targets.md with a row that says what was added, with the shape \`${fingerprintModel()}\`.`,
  ).toBe(fingerprintModel());
});
