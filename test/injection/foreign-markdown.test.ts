import { expect, test } from "vitest";
import { findForeignMarkdown } from "./foreign-markdown.ts";

const links = "https://docs.example/";
const report =
  "# @acme/api-client\n\n## Breaking\n\n- `a` was removed. [GET /a](<https://docs.example/a>)\n";

test.each([
  "<b>x</b>",
  "[x](javascript:alert(1))",
  "![x](https://docs.example/x)",
  "# x",
  "## x",
  "---",
  "> x",
  "| a |\n|---|\n| b |",
  "```sh\nx\n```",
  "*x*",
])("a report of changes with %j of the document is found", (text) => {
  expect(findForeignMarkdown(report, links)).toBeUndefined();
  expect(findForeignMarkdown(`${report}\n${text}\n`, links)).toMatch(/of the document/);
});
