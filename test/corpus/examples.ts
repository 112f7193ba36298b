import type * as z from "zod";
import type {
  MediaType,
  Model,
  Operation,
} from "../../packages/specwright/src/document/model/model.ts";

type ByMediaType = Readonly<Record<string, z.ZodType>>;

/** The exports of `validators/index.js` that examples need. */
export interface Validators {
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly parameters: Readonly<Record<string, z.ZodObject>>;
        readonly requestBody?: ByMediaType;
        readonly responses: Readonly<Record<string, ByMediaType>>;
      }
    >
  >;
}

/** An example in the document, and the validator that should accept it (undefined if it does not have one). */
export interface Example {
  /** The place of the example, such as `getItem 200 application/json default`. */
  readonly place: string;
  readonly value: unknown;
  readonly validator: z.ZodType | undefined;
}

/** The examples of bodies, parameters and components, in the document's order. */
export function listExamples(model: Model, { schemas, operations }: Validators): Example[] {
  return [
    ...model.operations.flatMap((operation) => listExamplesOfOperation(operation, operations)),
    ...[...model.components.schemas].flatMap(([name, schema]) =>
      (schema.examples ?? []).map((value) => ({
        place: `schema ${name}`,
        value,
        validator: schemas[name],
      })),
    ),
  ];
}

function listExamplesOfOperation(
  { name, requestBody, responses, parameters }: Operation,
  operations: Validators["operations"],
): Example[] {
  const validators = operations[name];
  return [
    ...listExamplesOfContent(`${name} body`, requestBody?.value.content, validators?.requestBody),
    ...[...responses].flatMap(([status, { value }]) =>
      listExamplesOfContent(`${name} ${status}`, value.content, validators?.responses[status]),
    ),
    ...parameters
      .filter(({ value }) => value.example !== undefined)
      .map(({ value }) => ({
        place: `${name} ${value.in} ${value.name}`,
        value: value.example,
        // The `shape` of a Zod object contains the schemas of its members, all of the classic API.
        validator: validators?.parameters[value.in]?.shape[value.name] as z.ZodType | undefined,
      })),
  ];
}

function listExamplesOfContent(
  place: string,
  content: readonly MediaType[] = [],
  validators: ByMediaType = {},
): Example[] {
  return content
    .filter(({ schema }) => schema !== undefined)
    .flatMap(({ mediaType, examples }) =>
      [...examples].map(([name, value]) => ({
        place: `${place} ${mediaType} ${name}`,
        value,
        validator: validators[mediaType],
      })),
    );
}
