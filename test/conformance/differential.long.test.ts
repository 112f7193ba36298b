import { createRequire } from "node:module";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fc } from "../support/fast-check.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";
import { createSchemas, values } from "./support/random-schemas.ts";

// ajv-formats is a CommonJS module, but its types declare only a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

const runs = Number(process.env.FUZZ_RUNS ?? 400);

/** Milliseconds that a run may take on a busy machine. Each run writes and reads a document. */
const patience = 300;

type Reference = fc.Arbitrary<unknown>;

/** References that name the place in the document. */
const byPlace: Reference = fc
  .constantFrom("A", "B")
  .map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** References that use the schemas' own names. */
const byName: Reference = fc.constantFrom(
  { $ref: "https://schemas.example.com/A" },
  { $ref: "B" },
  { $ref: "A#start" },
  { $ref: "/B#start" },
);

/** Inside A and B a reference may also be dynamic, so that its target depends on the path of evaluation. */
const byNameOrWay: Reference = fc.oneof(byName, fc.constant({ $dynamicRef: "#node" }));

/**
 * Three schemas that may refer to each other. References are below properties and items, so that every circle ends with
 * the value.
 */
function createDocuments(
  root: Reference,
  reference: Reference = root,
  amount: "few" | "all" = "all",
): fc.Arbitrary<Document> {
  const below = fc.record(
    { a: reference, b: createSchemas(reference, amount) },
    { requiredKeys: [] },
  );
  return fc.record({
    Root: createSchemas(root, amount),
    A: fc.record({ type: fc.constant("object"), properties: below }),
    B: fc.record({ type: fc.constantFrom("array", ["array", "null"]), items: reference }),
  });
}

/**
 * The same document with `$id` and anchors. Ajv supports only dynamic anchors at the root of a resource, and dynamic
 * references that are fragments. Others are left out here; the official suite tests them.
 */
function nameSchemas({ Root, A, B }: Document): Document {
  const buildId = (name: string): string => `https://schemas.example.com/${name}`;
  const anchors = { $anchor: "start", $dynamicAnchor: "node" };
  return {
    Root: { $id: buildId("Root"), allOf: [Root] },
    A: { $id: buildId("A"), ...anchors, allOf: [A] },
    B: { $id: buildId("B"), ...anchors, allOf: [B] },
  };
}

interface Document {
  readonly Root: unknown;
  readonly A: unknown;
  readonly B: unknown;
}

function createJudges(document: Document) {
  const components = { schemas: { ...document, Root: { allOf: [document.Root] } } };
  const schema = { $ref: "#/components/schemas/Root", components };
  const model = buildModelOfDocument({ components });
  const plain = loadValidators(model, { usesPredicates: false });
  return { schema, validators: loadValidators(model), plain, ajv: createAjv(schema) };
}

test.each<[string, fc.Arbitrary<Document>, number, RegExp?]>([
  ["by place", createDocuments(byPlace), runs],
  // Many values fit these. Zod's objects lose `__proto__`, so without predicates it does not count.
  ["by place with few keywords", createDocuments(byPlace, byPlace, "few"), runs, /"__proto__":/],
  [
    "by $id, $anchor and $dynamicAnchor",
    createDocuments(byName, byNameOrWay).map(nameSchemas),
    runs / 2,
  ],
])(
  "random schemas that refer to each other %s judge random values as Ajv does, with and without predicates",
  (_, schemas, numRuns, without = /^$/) => {
    const usable = values.filter((value) => !without.test(JSON.stringify(value)));
    const samples = fc.array(usable, { minLength: 8, maxLength: 8 });
    fc.assert(fc.property(schemas, samples, compare), { numRuns });
  },
  runs * patience,
);

function compare(document: Document, samples: readonly unknown[]): void {
  const { validators, plain, ajv } = createJudges(document);
  for (const value of samples) {
    const expected = isAjvWrong(document, value) ? undefined : ajv(value);
    if (expected !== undefined) {
      const before = JSON.stringify(value);
      const result = validators.schemas.Root?.safeParse(value);
      const verdicts = {
        predicate: validators.predicates.isRoot?.(value),
        schema: result?.success,
        zod: plain.schemas.Root?.safeParse(value).success,
      };
      expect(verdicts, before).toEqual({ predicate: expected, schema: expected, zod: expected });
      expect(JSON.stringify(value)).toBe(before);
      if (result?.success === true) {
        expect(result.data).toBe(value);
      }
    }
  }
}

/** The known mistakes of Ajv 8.20. */
function isAjvWrong(document: unknown, value: unknown): boolean {
  const schemaText = JSON.stringify(document);
  const valueText = JSON.stringify(value);
  const uses = (keyword: string): boolean => schemaText.includes(`"${keyword}":`);
  return (
    // To compare objects, Ajv reads `constructor` and `toString`, and assumes that these are inherited.
    ((uses("enum") || uses("const") || uses("uniqueItems")) &&
      /"(?:constructor|toString|__proto__)":/.test(valueText)) ||
    // Ajv records evaluated names in an object, which loses `__proto__` and inherits the others.
    (uses("unevaluatedProperties") && /"(?:constructor|toString|__proto__)":/.test(valueText)) ||
    // Ajv records all items or none as those that fit `contains`. The official suite tests this.
    (uses("contains") && uses("unevaluatedItems")) ||
    // Ajv does not count items for `contains` in arrays shorter than `prefixItems`.
    (uses("contains") && uses("prefixItems"))
  );
}

/**
 * Returns Ajv's verdict. Undefined when Ajv throws a ReferenceError, during compilation or later, as for keywords after
 * `not: true`.
 */
function createAjv(schema: object): (value: unknown) => boolean | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  addFormats(ajv);
  let validate: ((value: unknown) => boolean) | undefined;
  let isBroken = false;
  return (value) => {
    if (isBroken) {
      return undefined;
    }
    try {
      validate ??= ajv.compile(schema);
      return validate(value);
    } catch (error) {
      if (error instanceof ReferenceError) {
        isBroken = true;
        return undefined;
      }
      throw error;
    }
  };
}
