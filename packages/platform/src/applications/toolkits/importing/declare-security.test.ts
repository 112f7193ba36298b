import { expect, test } from "vitest";
import { prepareImport } from "./prepare-import.ts";

const responses = { "200": { description: "Done." } };
const securitySchemes = {
  key: { type: "apiKey", in: "header", name: "x-key" },
  token: { type: "http", scheme: "bearer" },
};

function prepare(parts: Record<string, unknown>, operation: Record<string, unknown> = {}) {
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    components: { securitySchemes },
    paths: { "/me": { get: { operationId: "me", responses, ...operation } } },
    ...parts,
  };
  const prepared = prepareImport("a.json", JSON.stringify(document), { slug: "a" });
  if (prepared.text === undefined) {
    throw new Error(JSON.stringify(prepared.problems));
  }
  return {
    written: JSON.parse(new TextDecoder().decode(prepared.text)),
    places: prepared.report.notes.map(({ place }) => place),
  };
}

test("operations of a document that never says what they need take the credentials of any scheme", () => {
  const { written, places } = prepare({});
  expect(written.security).toEqual([{ key: [] }, { token: [] }]);
  expect(written["x-platform-toolkit"].auth).toMatchObject([
    { mode: "API_KEY", test_operation: "me" },
    { mode: "BEARER_TOKEN", test_operation: "me" },
  ]);
  expect(places).toEqual(["/components/securitySchemes"]);
});

test("a document that writes `security` once has decided", () => {
  expect(prepare({ security: [] })).toMatchObject({ written: { security: [] }, places: [] });
  const { written, places } = prepare({}, { security: [] });
  expect([written.security, places]).toEqual([undefined, []]);
});
