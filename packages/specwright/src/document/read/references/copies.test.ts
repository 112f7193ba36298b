import { expect, test } from "vitest";
import { findLoadProblems, findReferenceTarget, load } from "../../../../test/loaded-files.ts";

const remotes = { "https://schemas.example.com/": "copies" };

const copies = {
  "copies/a.json": { properties: { b: { $ref: "/deep/b.yaml#/$defs/x" }, c: { $ref: "c" } } },
  "copies/deep/b.yaml": "$defs: {x: {type: string}}\n",
  "copies/c": '{"$ref": "https://json-schema.org/draft/2020-12/schema"}',
};

test("copies stand for documents of the network, with references relative to their URL", () => {
  const A = { $ref: "https://schemas.example.com/a.json" };
  const { model, files } = load({ A }, copies, { remotes });
  const { properties } = findReferenceTarget(model.components.schemas.get("A")) ?? {};
  expect(findReferenceTarget(properties?.get("b"))?.types).toEqual(["string"]);
  expect(findReferenceTarget(properties?.get("c"))?.dynamicAnchor).toBe("meta");
  expect(files.size).toBe(4);
});

test.each([
  ["https://schemas.example.com/none.json", "unresolved-reference"],
  ["https://schemas.example.com/%2e%2e/outside.json", "unresolved-reference"],
  ["https://schemas.example.com/..%2foutside.json", "reference-outside"],
  ["https://schemas.example.com/..%2Flink/passwd", "reference-outside"],
  ["https://schemas.example.com.evil.example/a.json", "reference-outside"],
  ["http://schemas.example.com/a.json", "reference-outside"],
])("%s leads to no copy", ($ref, code) => {
  const files = { ...copies, "outside.json": "{}" };
  expect(findLoadProblems({ A: { $ref } }, files, { remotes })).toMatchObject([
    { code, file: "api/openapi.json", line: 1, pointer: "/components/schemas/A/$ref" },
  ]);
});

test("the message about the network names the folder of the address", () => {
  const $ref = "https://schemas.example.com/v1/pet.json#/$defs/a";
  const shell = "https://schemas.example.com/$(reboot)/pet.json";
  expect(
    findLoadProblems({ A: { $ref }, B: { $ref: "urn:example:a" }, C: { $ref: shell } }),
  ).toMatchObject([
    { fix: expect.stringContaining("`--remotes https://schemas.example.com/v1/=<folder>`") },
    { fix: expect.stringContaining("`--remotes <url>=<folder>`") },
    { fix: expect.stringContaining("`--remotes <url>=<folder>`") },
  ]);
});

test("a metaschema without the validation vocabulary takes its keywords away", () => {
  const files = {
    "copies/plain": { $vocabulary: { "https://json-schema.org/draft/2020-12/vocab/core": true } },
    "api/a.json": { $schema: "https://schemas.example.com/plain", type: "string", items: true },
  };
  const { schemas } = load({ A: { $ref: "a.json" } }, files, { remotes }).model.components;
  expect(findReferenceTarget(schemas.get("A"))).toMatchObject({ items: { boolean: true } });
  expect(findReferenceTarget(schemas.get("A"))?.types).toBeUndefined();
});
