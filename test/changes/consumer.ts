import type { Model, Operation, Schema } from "specwright";

/**
 * Prints client code that uses the types of a document: it calls every operation with each kind of value, and reads
 * every property of every response.
 *
 * @param isExhaustive True for code that also has a `switch` over every enum value, status and name, which an added one
 * breaks.
 */
export function printConsumer(model: Model, types: string, isExhaustive: boolean): string {
  const print: Printer = { isExhaustive, hasDefaults: false, count: 0 };
  const lines = [
    `import type { Client, MediaType } from "@specwright/runtime/v1/client";`,
    `import type { components, operations, paths, webhooks } from "${types}";`,
    `declare const client: Client<paths, MediaType>;`,
    `export type Used = [components, operations, paths, webhooks, typeof client];`,
    ...[...model.components.schemas.keys()].map(
      (name) => `export type ${nameNext(print)} = components["schemas"][${quote(name)}];`,
    ),
    ...model.operations.flatMap((operation) => printOperation(operation, print)),
    ...printNames(
      "webhooks",
      model.webhooks.map(({ path }) => path),
      print,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The state of printing one file. */
export interface Printer {
  /** True for code that relies on knowing every value. */
  readonly isExhaustive: boolean;
  /** True for handlers: the router fills in defaults before it calls them. */
  readonly hasDefaults: boolean;
  /** The number of names that were given. */
  count: number;
}

/** A name that the file does not have yet. */
export function nameNext(print: Printer): string {
  print.count += 1;
  return `v${print.count}`;
}

/** A value as TypeScript. */
export const quote = (value: unknown): string => JSON.stringify(value);

/** Code that uses each name. An exhaustive consumer also relies on the absence of others. */
function printNames(type: string, names: readonly string[], print: Printer): readonly string[] {
  const used = names.map((name) => `export type ${nameNext(print)} = ${type}[${quote(name)}];`);
  // A document without any has `Record<string, never>`.
  if (!print.isExhaustive || names.length === 0) {
    return used;
  }
  const value = nameNext(print);
  const cases = names.map((name) => `case ${/^\d+$/.test(name) ? name : quote(name)}: break;`);
  return [
    ...used,
    `declare const ${value}: keyof ${type};`,
    `switch (${value}) { ${cases.join(" ")} default: ${value} satisfies never; }`,
  ];
}

function printOperation(operation: Operation, print: Printer): readonly string[] {
  const { method, path, operationId, responses } = operation;
  const type = `paths[${quote(path)}][${quote(method)}]`;
  const names =
    operationId === undefined
      ? []
      : [`export type ${nameNext(print)} = operations[${quote(operationId)}];`];
  // Only exhaustive code knows every status and reads the body of each failure.
  const read = [...responses].filter(([status]) => print.isExhaustive || status.startsWith("2"));
  const statuses = read.flatMap(([status, { value }]) => {
    const answer = `${type}["responses"][${/^\d+$/.test(status) ? status : quote(status)}]`;
    return [
      ...value.content.flatMap(({ mediaType, schema }) => {
        const name = nameNext(print);
        const declared = `declare const ${name}: ${answer}["content"][${quote(mediaType)}];`;
        return [declared, ...(schema === undefined ? [] : printReads(schema, name, print))];
      }),
      ...(value.content.length === 0
        ? []
        : printNames(
            `${answer}["content"]`,
            value.content.map(({ mediaType }) => mediaType),
            print,
          )),
      ...[...value.headers].flatMap(([header, use]) => {
        const name = nameNext(print);
        const read = `declare const ${name}: ${answer}["headers"][${quote(header)}];`;
        const reads = printReads(use.value.schema, name, print);
        return use.value.required
          ? [read, ...reads]
          : [read, `if (${name} !== undefined) { ${wrapInside(reads)} }`];
      }),
    ];
  });
  return [
    ...names,
    ...printCalls(operation, print),
    ...statuses,
    ...printNames(
      `${type}["responses"]`,
      // Plain code has no use for a success without a body.
      read
        .filter(([, { value }]) => print.isExhaustive || value.content.length > 0)
        .map(([status]) => status),
      print,
    ),
  ];
}

/** Prints calls with each value of the body, with and without optional parts. */
function printCalls(operation: Operation, print: Printer): readonly string[] {
  const { parameters, requestBody } = operation;
  const json = requestBody?.value.content.find(({ mediaType }) => /json|multipart/.test(mediaType));
  // A body without a schema can be anything.
  const anyBody = json === undefined ? [] : ['"a"'];
  const bodies = json?.schema === undefined ? anyBody : writeValues(json.schema);
  const used = (requestBody?.value.content ?? []).map(
    ({ mediaType }) =>
      `export type ${nameNext(print)} = NonNullable<paths[${quote(operation.path)}][${quote(operation.method)}]["requestBody"]>["content"][${quote(mediaType)}];`,
  );
  const bodyType = `NonNullable<paths[${quote(operation.path)}][${quote(operation.method)}]["requestBody"]>["content"][${quote(json?.mediaType)}]`;
  const printParameters = (isWhole: boolean): readonly string[] => {
    const groups = Map.groupBy(
      parameters.filter(({ value }) => isWhole || value.required),
      ({ value }) => value.in,
    );
    const members = [...groups].map(
      ([place, uses]) =>
        `${place}: { ${uses.map(({ value }) => `${quote(value.name)}: ${writeValues(value.schema)[0]}`).join(", ")} }`,
    );
    return members.length === 0 ? [] : [`params: { ${members.join(", ")} }`];
  };
  const call = (members: readonly string[]): string => {
    const rest = members.length === 0 ? "" : `, { ${members.join(", ")} }`;
    return `void client.${operation.method.toUpperCase()}(${quote(operation.path)}${rest});`;
  };
  const whole = printParameters(true);
  const isBodyOptional = requestBody?.value.required !== true;
  return [
    ...used,
    ...bodies.flatMap((body) => {
      const name = nameNext(print);
      return [`const ${name}: ${bodyType} = ${body};`, call([...whole, `body: ${name}`])];
    }),
    ...(isBodyOptional ? [call(whole), call(printParameters(false))] : []),
  ];
}

/**
 * Values of a schema as TypeScript: at least one for each type, alternative and enum value, and objects with and
 * without optional properties.
 */
export function writeValues(schema: Schema): readonly string[] {
  if (schema.ref !== undefined) {
    return writeValues(schema.ref.target);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return alternatives.flatMap(writeValues);
  }
  const written = schema.const === undefined ? schema.enum : [schema.const.value];
  if (written !== undefined) {
    return written.map(quote);
  }
  if (schema.boolean === false) {
    return ["undefined as never"];
  }
  return (schema.types ?? ["string"]).flatMap((type) => writeType(type, schema));
}

function writeType(type: string, schema: Schema): readonly string[] {
  switch (type) {
    case "object":
      return writeObjects(schema);
    case "array": {
      const items = schema.items === undefined ? ['"a"', "1"] : writeValues(schema.items);
      return [`[${items.join(", ")}]`];
    }
    case "integer":
    case "number":
      return ["1"];
    case "boolean":
      return ["true"];
    default:
      return [type === "null" ? "null" : 'String("a")'];
  }
}

function writeObjects({ properties = new Map(), required = [] }: Schema): readonly string[] {
  const all = [...properties];
  const write = (members: typeof all, index: number): string =>
    `{ ${members
      .flatMap(([name, schema]) => {
        const values = writeValues(schema);
        const value = values[index] ?? values[0];
        return value === undefined ? [] : [`${quote(name)}: ${value}`];
      })
      .join(", ")} }`;
  const count = Math.max(1, ...all.map(([, schema]) => writeValues(schema).length));
  const wholes = Array.from({ length: count }, (_, index) => write(all, index));
  return [
    ...wholes,
    write(
      all.filter(([name]) => required.includes(name)),
      0,
    ),
  ];
}

/** Prints code that reads every part of a value that its schema describes. */
export function printReads(schema: Schema, value: string, print: Printer): readonly string[] {
  if (schema.ref !== undefined) {
    return printReads(schema.ref.target, value, print);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return printAlternatives(schema, alternatives, value, print);
  }
  const written = schema.const === undefined ? schema.enum : [schema.const.value];
  if (written !== undefined) {
    const cases = written.map((each) => `case ${quote(each)}: break;`);
    return print.isExhaustive
      ? [`switch (${value}) { ${cases.join(" ")} default: ${value} satisfies never; }`]
      : [`export const ${nameNext(print)}: string = ${value};`];
  }
  const { types = [] } = schema;
  const [only] = types;
  if (types.length !== 1 || only === undefined) {
    const all = types.map((type) => readTypes[type]);
    return all.length === 0 || all.includes(undefined)
      ? []
      : [`export const ${nameNext(print)}: ${all.join(" | ")} = ${value};`];
  }
  if (only === "object") {
    return printObject(schema, value, print);
  }
  if (only === "array") {
    const item = nameNext(print);
    const reads =
      schema.items === undefined
        ? []
        : printReads(schema.items, item, { ...print, count: print.count + 1000 });
    return [`for (const ${item} of ${value}) { void ${item}; ${wrapInside(reads)} }`];
  }
  return [`export const ${nameNext(print)}: ${readTypes[only]} = ${value};`];
}

const readTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Statements in a block cannot export. */
export function wrapInside(reads: readonly string[]): string {
  return reads
    .map((line) => line.replace(/^export const (\w+)(.*)$/, "const $1$2 void $1;"))
    .join(" ");
}

function printObject(schema: Schema, value: string, print: Printer): readonly string[] {
  return [...(schema.properties ?? [])]
    .filter(([, property]) => property.boolean !== false)
    .flatMap(([name, property]) => {
      const member = nameNext(print);
      const reads = printReads(property, member, print);
      const declared = `const ${member} = ${value}[${quote(name)}];`;
      const isThere =
        schema.required?.includes(name) === true ||
        (print.hasDefaults && property.default !== undefined);
      return isThere
        ? [declared, `void ${member};`, ...reads]
        : [declared, `if (${member} !== undefined) { void ${member}; ${wrapInside(reads)} }`];
    });
}

/** Prints code that distinguishes alternatives by the values of their mapping, or by their constant `kind`. */
function printAlternatives(
  { discriminator }: Schema,
  alternatives: readonly Schema[],
  value: string,
  print: Printer,
): readonly string[] {
  const constants = alternatives.map(
    (part) => (part.ref?.target ?? part).properties?.get("kind")?.const?.value,
  );
  const mapped: readonly unknown[] = [...(discriminator?.mapping.keys() ?? [])];
  // A mapping that does not name the constants says nothing about types.
  const tags = constants.every((tag) => mapped.includes(tag)) ? mapped : constants;
  if (!print.isExhaustive || tags.includes(undefined)) {
    return [];
  }
  const cases = tags.map((tag) => `case ${quote(tag)}: break;`);
  return [`switch (${value}.kind) { ${cases.join(" ")} default: ${value} satisfies never; }`];
}
