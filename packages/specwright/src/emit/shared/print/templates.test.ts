import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DiagnosticError } from "../../../diagnostic.ts";
import { createTemplates } from "./templates.ts";

const folder = mkdtempSync(join(tmpdir(), "specwright-templates-"));
mkdirSync(join(folder, "own"));
afterAll(() => rmSync(folder, { recursive: true }));

function render(template: string, view: Readonly<Record<string, unknown>>): string {
  writeFileSync(join(folder, "own/example.hbs"), template);
  return createTemplates({ folder })("own/example", view);
}

test("the user's template is rendered with values as they are", () => {
  expect(render("{{#each items}}<{{this}}>{{/each}}", { items: ["a&b", "{{c}}"] })).toBe(
    "<a&b><{{c}}>",
  );
});

test.each([
  ["an unclosed block", "{{#each items}}"],
  ["a name that the view lacks", "{{missing}}"],
  ["a helper that is not for templates", "{{lookup items 0}}"],
  ["a way to the prototype", "{{items.constructor.name}}"],
])("%s is an error that names the template", (_, template) => {
  expect(() => render(template, { items: [] })).toThrow(DiagnosticError);
});
