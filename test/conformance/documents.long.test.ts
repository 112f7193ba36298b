import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { loadModel } from "../../packages/specwright/src/commands/load/load-model.ts";
import type {
  MediaType,
  Model,
  Schema,
} from "../../packages/specwright/src/document/model/model.ts";
import { findStreamFormat } from "../../packages/specwright/src/emit/shared/bodies/stream-item.ts";
import { findNeed } from "../support/needs.ts";
import { componentsToJsonSchema, schemaToJson } from "./support/json-schema.ts";
import type { OperationValidators } from "./support/load-validators.ts";
import { loadValidators } from "./support/load-validators.ts";

// ajv-formats is a CommonJS module, but its types declare only a default export.
const addFormats = createRequire(import.meta.url)("ajv-formats") as Plugin<unknown>;

const corpus = findNeed("corpus");
const documents = [
  fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url)),
  ...(corpus === undefined
    ? []
    : [
        "museum.yaml",
        "train-travel.yaml",
        "github.json",
        "digitalocean/DigitalOcean-public.v2.yaml",
      ].map((name) => join(corpus, name))),
];

/** A body of an operation: its schema, its examples, and where its validators are. */
interface Body {
  readonly title: string;
  readonly isAnswer: boolean;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
  readonly validator: (
    operations: Readonly<Record<string, OperationValidators>>,
  ) => z.ZodType | undefined;
}

function listModelBodies({ operations }: Model): Body[] {
  return operations.flatMap(({ name, requestBody, responses }) => [
    ...listBodies(
      `${name} body`,
      false,
      requestBody?.value.content,
      (mediaType) => (all) => all[name]?.requestBody?.[mediaType],
    ),
    ...[...responses].flatMap(([status, { value }]) =>
      listBodies(
        `${name} ${status}`,
        true,
        value.content,
        (mediaType) => (all) => all[name]?.responses[status]?.[mediaType],
      ),
    ),
  ]);
}

function listBodies(
  title: string,
  isAnswer: boolean,
  content: readonly MediaType[] = [],
  findBodyValidator: (mediaType: string) => Body["validator"],
): Body[] {
  return content.flatMap(({ mediaType, schema, examples }) =>
    // Streams are left out: their validators check one item, but their examples are the whole text.
    schema === undefined || findStreamFormat(mediaType) !== undefined
      ? []
      : [
          {
            title,
            isAnswer,
            schema,
            examples: [...examples.values()],
            validator: findBodyValidator(mediaType),
          },
        ],
  );
}

/** The example and two variants of it: one without a member, one with a member that is null. */
function listVariants(example: unknown): unknown[] {
  if (typeof example !== "object" || example === null) {
    return [example];
  }
  const first = Object.keys(example)[0] ?? "";
  const last = Object.keys(example).at(-1) ?? "";
  const { [first as keyof typeof example]: _, ...rest } = example;
  return [example, Array.isArray(example) ? [null] : rest, { ...example, [last]: null }];
}

/** Returns Ajv's judgement of values. In answers, `writeOnly` properties are not allowed. */
function createAjvJudge(model: Model, isAnswer: boolean): (schema: Schema) => Validate {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  addFormats(ajv);
  if (isAnswer) {
    ajv.removeKeyword("writeOnly");
    ajv.addKeyword({ keyword: "writeOnly", validate: (isOut: boolean) => !isOut });
  }
  ajv.addSchema({ ...componentsToJsonSchema(model), $id: "document" });
  const compiled = new Map<string, Validate>();
  return (schema) => {
    const text = JSON.stringify(schemaToJson(schema));
    const known =
      compiled.get(text) ??
      ajv.compile(JSON.parse(text.replaceAll('"#/$defs/', '"document#/$defs/')));
    compiled.set(text, known);
    return known;
  };
}

type Validate = (value: unknown) => unknown;

describe.each(documents)("%s", (path) => {
  const { model } = loadModel(path);
  const { operations, schemas } = loadValidators(model);
  const alone = loadValidators(model, { usesPredicates: false }).operations;

  test("every schema can be built, and refuses or accepts anything without an exception", () => {
    for (const schema of Object.values(schemas)) {
      for (const value of [undefined, null, 1, "a", [], {}, [{}]]) {
        expect(() => schema.safeParse(value)).not.toThrow();
      }
    }
  });

  test("examples, whole and broken, are judged as Ajv does, with and without predicates", () => {
    const [ofRequest, ofAnswer] = [createAjvJudge(model, false), createAjvJudge(model, true)];
    let count = 0;
    for (const { title, isAnswer, schema, examples, validator } of listModelBodies(model)) {
      for (const value of examples.flatMap(listVariants)) {
        const expected = (isAnswer ? ofAnswer : ofRequest)(schema)(value);
        const verdicts = [validator(operations), validator(alone)].map(
          (one) => one?.safeParse(value).success,
        );
        expect(verdicts, `${title}: ${JSON.stringify(value)}`).toEqual([expected, expected]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(0);
  }, 120_000);
});
