import { expect, test } from "vitest";
import { emitFiles, openModel } from "../../../../test/client-project.ts";

/** The client of an operation whose answer has a media type. */
function printClient(status: string, mediaType: string): string {
  const responses = {
    204: { description: "" },
    [status]: { description: "", content: { [mediaType]: {} } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/report": { get: { operationId: "getReport", responses } } },
  };
  return emitFiles(openModel(document))
    .map(({ content }) => content)
    .join("");
}

test.each([
  ["200", "text/csv", true],
  ["200", "text/*", true],
  ["default", "application/xml", true],
  ["200", "application/json", false],
  ["200", "text/event-stream", false],
  ["200", "image/png", false],
])(
  "an operation that answers %s with %s decodes text by its charset: %s",
  (status, mediaType, decodes) => {
    expect(printClient(status, mediaType).includes("readText: readEncodedText")).toBe(decodes);
  },
);
