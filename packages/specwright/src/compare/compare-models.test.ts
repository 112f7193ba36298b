import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import { compareModels } from "./compare-models.ts";
import { changeKinds } from "./kinds/change-kinds.ts";
import { pairs } from "./testing/pairs.ts";

test("every kind of change has a pair of documents, and every pair a kind", () => {
  expect([...pairs.keys()].toSorted()).toEqual([...changeKinds.keys()].toSorted());
});

test.each([...pairs])("%s is what its pair of documents has, and nothing else", (kind, pair) => {
  const [before, after] = pair.map(buildModelFrom);
  const changes = compareModels(before as never, after as never);
  expect(changes.map((change) => change.kind)).toEqual([kind]);
  const [change] = changes;
  expect(change?.message).not.toMatch(/\{(?:place|name|before|after)\}|undefined/);
  expect(change?.before === undefined && change?.after === undefined).toBe(false);
});

test.each([...pairs])("a document has no changes against itself: %s", (_, pair) => {
  for (const document of pair) {
    const [before, after] = [buildModelFrom(document), buildModelFrom(document)];
    expect(compareModels(before, after)).toEqual([]);
  }
});

test("credentials that become optional, or required, are a change of security", () => {
  const build = (security: readonly object[]) =>
    buildModelFrom({
      paths: { "/a": { get: { operationId: "getA", security, responses: { "204": {} } } } },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "key" } } },
    });
  const compare = (before: readonly object[], after: readonly object[]): readonly string[] =>
    compareModels(build(before), build(after)).map(({ kind }) => kind);
  expect(compare([{ key: [] }], [{ key: [] }, {}])).toEqual(["security-removed"]);
  expect(compare([{ key: [] }, {}], [{ key: [] }])).toEqual(["security-added"]);
});

test("of two paths that differ in the names of their parameters only, the one with the same names is compared", () => {
  const read = (schema: object): object => ({
    get: { parameters: [{ name: "x", in: "query", schema }], responses: {} },
  });
  const [text, integer] = [read({ type: "string" }), read({ type: "integer" })];
  const build = (first: string): ReturnType<typeof buildModelFrom> =>
    buildModelFrom({ paths: { [first]: text, "/a/{b}": integer } });
  const kinds = compareModels(build("/a/{c}"), build("/a/{d}")).map(({ kind }) => kind);
  expect(kinds).not.toContain("request-type-changed");
});
