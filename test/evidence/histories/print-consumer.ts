import type { Model, Operation, Schema } from "specwright";
import { findReached } from "./find-reached.ts";
import { createReader } from "./print-reads.ts";
import { createWriter } from "./print-writes.ts";

/**
 * Prints client code that uses the types of a large document. Like the consumer of `test/changes`, it calls every
 * operation and reads every property of every answer. Each component has a function that reads it and one that makes
 * it, so that the size of the code is proportional to the document.
 *
 * @param model The model of the document's types.
 * @param isExhaustive True for code that also has a `switch` over every enum value, status and name, which an added one
 * breaks.
 * @returns a line for each statement, so that errors can be compared by line
 */
export function printConsumer(model: Model, isExhaustive: boolean): string {
  const names = new Map([...model.components.schemas].map(([name, schema]) => [schema, name]));
  const reader = createReader(names, isExhaustive);
  const writer = createWriter(names);
  const reached = findReached(model);
  const lines = [
    `import type { Client, MediaType } from "@specwright/runtime/v1/client";`,
    `import type { components, operations, paths, webhooks } from "./types.d.ts";`,
    "declare const client: Client<paths, MediaType>;",
    "declare function use<T>(value: T): void;",
    `declare function never(value: never): void;`,
    `type C = components["schemas"];`,
    `export type Used = [components, operations, paths, webhooks, typeof client];`,
    ...[...model.components.schemas.keys()].map(
      (name, index) => `export type N${index} = C[${JSON.stringify(name)}];`,
    ),
    ...[...reached.response].flatMap((schema) => reader.printFunction(schema)),
    ...[...reached.request].flatMap((schema) => writer.printFunction(schema)),
    ...model.operations.flatMap((operation, index) => [
      // In the new document, its name may belong to another operation.
      `type O${index} = ${operation.operationId === undefined ? `paths[${JSON.stringify(operation.path)}][${JSON.stringify(operation.method)}]` : `operations[${JSON.stringify(operation.operationId)}]`};`,
      ...printCalls(operation, `O${index}`, writer),
      ...printAnswers(operation, `O${index}`, reader, isExhaustive),
    ]),
    ...(isExhaustive
      ? [
          printSwitch(
            "webhooks",
            model.webhooks.map(({ path }) => path),
          ),
        ].flat()
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

type Writer = ReturnType<typeof createWriter>;
type Reader = ReturnType<typeof createReader>;

function writeStatusKey(status: string): string {
  return /^\d+$/.test(status) ? status : JSON.stringify(status);
}

function printSwitch(type: string, names: readonly string[]): readonly string[] {
  const cases = names.map((name) => `case ${writeStatusKey(name)}: break;`);
  return names.length === 0
    ? []
    : [
        `((value: keyof ${type}) => { switch (value) { ${cases.join(" ")} default: never(value); } });`,
      ];
}

function printAnswers(
  { responses }: Operation,
  type: string,
  reader: Reader,
  isExhaustive: boolean,
): readonly string[] {
  // Only exhaustive code knows every status and reads the body of each failure.
  const read = [...responses].filter(([status]) => isExhaustive || status.startsWith("2"));
  return [
    ...read.flatMap(([status, { value }]) => {
      const answer = `${type}["responses"][${writeStatusKey(status)}]`;
      return [
        ...value.content.flatMap(({ mediaType, schema }) => {
          const body = `${answer}["content"][${JSON.stringify(mediaType)}]`;
          return schema === undefined ? [] : reader.printRead(schema, body);
        }),
        ...(isExhaustive
          ? printSwitch(
              `NonNullable<${answer}["content"]>`,
              value.content.map(({ mediaType }) => mediaType),
            )
          : []),
        ...[...value.headers].flatMap(([header, use]) =>
          reader.printRead(
            use.value.schema,
            `${use.value.required ? "" : "NonNullable<"}${answer}["headers"][${JSON.stringify(header)}]${use.value.required ? "" : ">"}`,
          ),
        ),
      ];
    }),
    ...(isExhaustive
      ? printSwitch(
          `${type}["responses"]`,
          read.map(([status]) => status),
        )
      : []),
  ];
}

/** Prints calls with each value of the body and of each parameter, with all parameters and with the required ones. */
function printCalls(
  { method, path, parameters, requestBody }: Operation,
  type: string,
  writer: Writer,
): readonly string[] {
  const json = requestBody?.value.content.find(({ mediaType }) => /json|multipart/.test(mediaType));
  const bodies = json?.schema === undefined ? [] : writer.printValues(json.schema);
  const bodyType = `NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(json?.mediaType)}]`;
  const call = (isWhole: boolean, body: string | undefined): string => {
    const groups = Map.groupBy(
      parameters.filter(({ value }) => isWhole || value.required),
      ({ value }) => value.in,
    );
    const members = [...groups].map(
      ([place, uses]) =>
        `${place}: { ${uses.map(({ value }) => `${JSON.stringify(value.name)}: ${writer.printValues(value.schema)[0]}`).join(", ")} }`,
    );
    const parts = [
      ...(members.length === 0 ? [] : [`params: { ${members.join(", ")} }`]),
      ...(body === undefined ? [] : [`body: ${body}`]),
    ];
    const rest = parts.length === 0 ? "" : `, { ${parts.join(", ")} }`;
    return `void client.${method.toUpperCase()}(${JSON.stringify(path)}${rest});`;
  };
  const values = parameters.flatMap(({ value: { name, in: place, schema } }) => {
    const own = `NonNullable<NonNullable<${type}["parameters"][${JSON.stringify(place)}]>[${JSON.stringify(name)}]>`;
    return writer.printValues(schema).map((value) => `use<${own}>(${value});`);
  });
  const [first] = bodies;
  const isOptional = requestBody?.value.required !== true;
  return [
    ...values,
    ...bodies.map((body) => `use<${bodyType}>(${body});`),
    ...(first === undefined ? [] : [call(true, first), call(false, first)]),
    ...(isOptional ? [call(true, undefined), call(false, undefined)] : []),
  ];
}

/** A schema with its name. */
export type Names = ReadonlyMap<Schema, string>;
