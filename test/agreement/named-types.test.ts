import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { openEditor, ts } from "../support/editor.ts";

const file = resolveInRoot("test/agreement/virtual.ts");
const text = `
import { listTools } from "../../generated/client/tools.js";
import type { Transport } from "@specwright/runtime/v1/client";
import type { ErrorSchema, Tool, ToolList, components } from "../../generated/types/index.js";
declare const transport: Transport;
const page = await listTools(transport);
const [first] = page.items;
const list: ToolList = page;
const tool: components["schemas"]["Tool"] | undefined = first satisfies Tool | undefined;
declare const error: ErrorSchema;
const same: components["schemas"]["Error"] = error;
`;
const service = openEditor(file, text);

test("types of schemas can be imported by their names, and are those of components", () => {
  const problems = [
    ...service.getSyntacticDiagnostics(file),
    ...service.getSemanticDiagnostics(file),
  ];
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  ).toEqual([]);
});

test.each([
  ["const page = ", "page", "const page: ToolList"],
  ["const [first] ", "first", "const first: Tool"],
  ["const same: ", "same", "const same: ErrorSchema"],
])("an editor shows the name of the schema at %j", (line, word, shown) => {
  const position = text.indexOf(word, text.indexOf(line));
  const info = service.getQuickInfoAtPosition(file, position);
  expect(ts.displayPartsToString(info?.displayParts)).toBe(shown);
});
