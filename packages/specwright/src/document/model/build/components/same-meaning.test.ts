import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../../test/temporary-folder.ts";
import { loadModel } from "../../../../commands/load/load-model.ts";

/** The names of the schemas in a document that has its own schema `Area` and refers to the `Area` of another file. */
function listSchemaNames(own: string, other: string): readonly string[] {
  const head = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n";
  const folder = makeTemporaryFolder({
    "api.yaml": `${head}components:
  schemas:
    Both: {properties: {a: {$ref: '#/components/schemas/Area'}, b: {$ref: 'other.yaml#/Area'}}}
    Area: ${own}
    Code: {type: string}
    Node: {items: {$ref: '#/components/schemas/Node'}}
`,
    "other.yaml": `Area: ${other}\nCode: {type: integer}\nNode: {items: {$ref: '#/Node'}}\n`,
    "shared.yaml": "Code: {type: string}\n",
  });
  return [...loadModel("api.yaml", { folder }).model.components.schemas.keys()];
}

const root = ["Both", "Area", "Code", "Node"];

test.each([
  ["the same text", "{type: string, minLength: 1}", "{minLength: 1, type: string}"],
  ["one place", "{$ref: 'shared.yaml#/Code'}", "{$ref: 'shared.yaml#/Code'}"],
  [
    "parts that say the same",
    "{items: {$ref: '#/components/schemas/Code'}}",
    "{items: {$ref: 'shared.yaml#/Code'}}",
  ],
  ["circles", "{items: {$ref: '#/components/schemas/Node'}}", "{items: {$ref: '#/Node'}}"],
])("schemas of one name are one schema when they say the same: %s", (_, own, other) => {
  expect(listSchemaNames(own, other)).toEqual(root);
});

test.each([
  ["another text", "{type: string}", "{type: integer}"],
  ["more keywords", "{type: string}", "{type: string, minLength: 1}"],
  ["another order of a list", "{enum: [1, 2]}", "{enum: [2, 1]}"],
  [
    "references to schemas that differ",
    "{items: {$ref: '#/components/schemas/Code'}}",
    "{items: {$ref: '#/Code'}}",
  ],
  ["a name of its own", "{$anchor: a}", "{$anchor: a}"],
  [
    "a mapping to other schemas",
    "{discriminator: {propertyName: a, mapping: {b: '#/components/schemas/Code'}}}",
    "{discriminator: {propertyName: a, mapping: {b: '#/Code'}}}",
  ],
])("schemas of one name are two when they differ by %s", (_, own, other) => {
  expect(listSchemaNames(own, other)).toContain("Area-2");
});
