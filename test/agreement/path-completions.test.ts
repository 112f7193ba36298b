import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { openEditor, ts } from "../support/editor.ts";

const paths = Array.from({ length: 700 }, (_, index) => `/things-${index}/{id}`);

const file = resolveInRoot("test/agreement/virtual.ts");
const calls = ['client.GET("");', 'client.GET("/nothing", {});', 'client.GET("/things-1/{id}");'];
const text = `${printDeclarations()}\n${calls.join("\n")}\n`;
const service = openEditor(file, text);

test("while a path is being typed, an editor offers all of them", () => {
  const position = text.indexOf('client.GET("') + 'client.GET("'.length;
  const offered = service.getCompletionsAtPosition(file, position, undefined)?.entries ?? [];
  expect(new Set(offered.map(({ name }) => name))).toEqual(new Set(paths));
});

test("a path that the document does not have is an error of its own", () => {
  expect(listErrorsIn('client.GET("/nothing", {});')).toEqual([
    expect.stringContaining(`Argument of type '"/nothing"' is not assignable to parameter`),
  ]);
});

test("a call without options that are required is an error", () => {
  expect(listErrorsIn('client.GET("/things-1/{id}");')).toEqual([
    expect.stringContaining("Expected 2 arguments"),
  ]);
});

function listErrorsIn(call: string): string[] {
  const start = text.indexOf(call);
  return service
    .getSemanticDiagnostics(file)
    .filter((one) => start <= (one.start ?? 0) && (one.start ?? 0) < start + call.length)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

function printDeclarations(): string {
  const operation = `{
    parameters: { query?: { page?: number; limit?: number; sort?: "a" | "b" }; path: { id: string }; header?: never; cookie?: never };
    requestBody?: never;
    responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": { id: string; name: string } } } };
  }`;
  const members = paths.map((path) => `${JSON.stringify(path)}: { get: ${operation} };`);
  return `import { createClient } from "@specwright/runtime/v1/client";
interface paths {
${members.join("\n")}
}
const client = createClient<paths>({ baseUrl: "" });`;
}
