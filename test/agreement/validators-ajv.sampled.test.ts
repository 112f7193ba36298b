import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generateSync } from "json-schema-faker";
import { describe, expect, test } from "vitest";
import { schemas } from "../../generated/validators/index.js";
import { isObject } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";
import { chooseAmount, createRandom } from "../support/samples.ts";
import { mutate } from "./mutations.ts";

const { document } = await bundleTheDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "doc" });

const names = Object.keys(document.components.schemas ?? {});
const valuesOfASchema = chooseAmount(1, 8);
const mutationsOfAValue = 25;

/** The reasons why our verdict differs from Ajv's, by schema name. */
const differences: Readonly<Record<string, string>> = {};

/** The part of a schema that this test uses. The generated types are more exact. */
interface AnySchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

function getValidator(name: string): AnySchema {
  const schema: unknown = Reflect.get(schemas, name);
  if (!isObject(schema) || typeof schema.safeParse !== "function") {
    throw new Error(`no validator for ${name}`);
  }
  return schema as unknown as AnySchema;
}

/**
 * Valid values of a component, made by json-schema-faker. It gets one schema that contains the component and its
 * references.
 */
function generateValues(name: string): unknown[] {
  const schema = {
    $ref: `#/components/schemas/${name}`,
    components: { schemas: document.components.schemas },
  };
  return Array.from({ length: valuesOfASchema }, (_, seed) =>
    generateSync(JSON.parse(JSON.stringify(schema), shorten), {
      seed: seed + 1,
      optionalsProbability: seed % 3 === 0 ? 1 : 0.5,
      maxDepth: 8,
      maxItems: 3,
    }),
  );
}

/** A schema may allow megabytes; a short text is enough. */
function shorten(key: string, value: unknown): unknown {
  return key === "maxLength" && typeof value === "number" ? Math.min(value, 1000) : value;
}

interface Verdicts {
  readonly accepted: number;
  readonly refused: number;
  readonly differing: string[];
}

function compare(name: string): Verdicts {
  const validate = ajv.getSchema(`doc#/components/schemas/${name}`);
  if (!validate) {
    throw new Error(`Ajv has no schema ${name}`);
  }
  const validator = getValidator(name);
  const random = createRandom(names.indexOf(name) + 1);
  let accepted = 0;
  const differing: string[] = [];
  const values = generateValues(name).flatMap((value) => [
    value,
    ...Array.from({ length: mutationsOfAValue }, () => mutate(value, random)),
  ]);
  for (const value of values) {
    const theirs = validate(value) === true;
    const ours = validator.safeParse(value).success;
    if (theirs) {
      accepted += 1;
    }
    if (ours !== theirs) {
      differing.push(
        `ours ${ours}, Ajv ${theirs}: ${JSON.stringify(value)?.slice(0, 200)} ${ajv.errorsText(validate.errors)}`,
      );
    }
  }
  return { accepted, refused: values.length - accepted, differing };
}

describe("the generated validators and Ajv", () => {
  let accepted = 0;
  let refused = 0;

  test.each(names)("agree about random values of %s", (name) => {
    const verdicts = compare(name);
    accepted += verdicts.accepted;
    refused += verdicts.refused;
    if (differences[name] === undefined) {
      expect(verdicts.differing).toEqual([]);
    } else {
      expect(verdicts.differing, "this difference is gone: take it off the list").not.toEqual([]);
    }
  });

  test("were given valid and invalid values alike", () => {
    expect(accepted).toBeGreaterThan(chooseAmount(1_200, 10_000));
    expect(refused).toBeGreaterThan(chooseAmount(1_200, 10_000));
  });
});
