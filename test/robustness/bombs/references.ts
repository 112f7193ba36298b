import { type Bomb, count, json, members, schemas, yamlHead } from "./bomb.ts";

/** References that are circular or have no target, and identifiers that are used many times. */
export const referenceBombs: readonly Bomb[] = [
  {
    name: "a schema that refers to itself",
    files: () => schemas({ A: { $ref: "#/components/schemas/A" } }),
    code: undefined,
  },
  {
    name: "a response that refers to itself",
    files: () =>
      json({
        paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/A" } } } } },
        components: { responses: { A: { $ref: "#/components/responses/A" } } },
      }),
    code: "reference-circle",
  },
  {
    name: "a circle of references through three files",
    files: () => ({
      "openapi.yaml": `${yamlHead}components: { schemas: { A: { $ref: 'b.yaml#/B' } } }\n`,
      "b.yaml": "B: { $ref: 'c.yaml#/C' }\n",
      "c.yaml": "C: { $ref: 'openapi.yaml#/components/schemas/A' }\n",
    }),
    code: undefined,
  },
  {
    name: "a circle of allOf through three files",
    files: () => ({
      "openapi.yaml": `${yamlHead}components: { schemas: { A: { allOf: [{ $ref: 'b.yaml#/B' }] } } }\n`,
      "b.yaml": "B: { allOf: [{ $ref: 'c.yaml#/C' }] }\n",
      "c.yaml": "C: { allOf: [{ $ref: 'openapi.yaml#/components/schemas/A' }] }\n",
    }),
    code: undefined,
  },
  {
    name: "20,000 references to nothing",
    files: () =>
      schemas(Object.fromEntries(count(20_000, (index) => [`A${index}`, { $ref: "#/none" }]))),
    code: "unresolved-reference",
  },

  {
    name: "10,000 schemas with an $id of their own",
    files: () =>
      schemas(
        members(10_000, (index) => [
          `A${index}`,
          { $id: `https://a.example/${index}`, $ref: `${(index + 1) % 10_000}` },
        ]),
      ),
    code: "nested-too-deeply",
  },
  {
    name: "10,000 schemas with the same $id",
    files: () =>
      schemas(
        members(10_000, (index) => [`A${index}`, { $id: "https://a.example/a", type: "string" }]),
      ),
    code: undefined,
  },
  {
    name: "10,000 anchors that are each other",
    files: () =>
      schemas(
        members(10_000, (index) => [
          `A${index}`,
          { $anchor: `a${index}`, $ref: `#a${(index * 7919 + 1) % 10_000}` },
        ]),
      ),
    code: undefined,
  },
  {
    name: "1,000 dynamic anchors, and a reference to each from each",
    files: () =>
      schemas(
        members(1000, (index) => [
          `A${index}`,
          {
            $id: `https://a.example/${index}`,
            $dynamicAnchor: `a${index}`,
            properties: { a: { $dynamicRef: `#a${index}` }, b: { $ref: `${(index + 1) % 1000}` } },
          },
        ]),
      ),
    code: "too-many-dynamic-scopes",
  },
  {
    name: "a discriminator with 10,000 names for 10,000 schemas",
    files: () =>
      schemas({
        A: {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" } },
          discriminator: {
            propertyName: "kind",
            mapping: members(10_000, (index) => [`k${index}`, `#/components/schemas/B${index}`]),
          },
        },
        ...members(10_000, (index) => [
          `B${index}`,
          { allOf: [{ $ref: "#/components/schemas/A" }] },
        ]),
      }),
    code: undefined,
  },
  {
    name: "a discriminator with 100,000 names for one schema",
    files: () =>
      schemas({
        A: {
          oneOf: [{ $ref: "#/components/schemas/B" }],
          discriminator: {
            propertyName: "kind",
            mapping: members(100_000, (index) => [`k${index}`, "B"]),
          },
        },
        B: { type: "object", properties: { kind: { type: "string" } } },
      }),
    code: undefined,
  },
  {
    name: "20,000 references to nothing, YAML",
    files: () => ({
      "openapi.yaml": `${yamlHead}components:\n  schemas:\n${count(
        20_000,
        (index) => `    A${index}: { $ref: '#/none' }\n`,
      ).join("")}`,
    }),
    code: "unresolved-reference",
  },
];
