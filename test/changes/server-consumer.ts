import type { MediaType, Model, Operation, Parameter, Schema } from "specwright";
import { nameNext, type Printer, printReads, quote, wrapInside, writeValues } from "./consumer.ts";

/**
 * Prints a server that implements every operation of a document: each handler reads all of its input and returns every
 * documented answer.
 *
 * @param server the folder of the generated packages, such as `./new`
 * @param isExhaustive True for handlers that also have a `switch` over every enum value and media type. An added value
 *   breaks such a `switch`.
 */
export function printServer(model: Model, server: string, isExhaustive: boolean): string {
  const print: Printer = { isExhaustive, hasDefaults: true, count: 0 };
  const schemes = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => [...each.keys()])),
  );
  const hooks = [...schemes].map((name) => `${quote(name)}: () => ({ id: "a" })`);
  const webhooks = model.webhooks.flatMap(({ operations }) => operations);
  return [
    `import { createRouter, type Handlers${webhooks.length === 0 ? "" : ", createWebhookSender"} } from "${server}/server/index.js";`,
    `import type { components } from "${server}/types/index.js";`,
    "export type Answer<Name extends keyof Handlers> = Exclude<Awaited<ReturnType<Handlers[Name]>>, Response>;",
    ...[...model.components.schemas.keys()].map(
      (name) => `export type ${nameNext(print)} = components["schemas"][${quote(name)}];`,
    ),
    "createRouter({",
    ...(hooks.length === 0 ? [] : [`security: { ${hooks.join(", ")} },`]),
    "handlers: {",
    ...model.operations.flatMap((operation) => printHandler(operation, print)),
    "} });",
    ...(webhooks.length === 0 ? [] : ["const sender = createWebhookSender();"]),
    ...webhooks.map(({ name }) => `void sender[${quote(name)}];`),
    "",
  ].join("\n");
}

function printHandler(operation: Operation, print: Printer): readonly string[] {
  const { name, parameters, responses, security } = operation;
  const [principals, ...others] = security;
  const answers = [...responses].flatMap(([status, { value }]) => {
    const all = [...value.headers];
    const headers = printHeaders(all);
    const least = printHeaders(all.filter(([, header]) => header.value.required));
    const bodies = value.content.length === 0 ? [[]] : value.content.flatMap(printBodies);
    const sets = all.length === 0 ? [[]] : [headers, least];
    return sets.flatMap((set) =>
      bodies.map((body) => [`status: ${chooseStatus(status)}`, ...set, ...body].join(", ")),
    );
  });
  const [last = ""] = answers;
  // TypeScript accepts further properties in the result of a function whose type is not written.
  const typed = print.isExhaustive ? ` satisfies Answer<${quote(name)}>` : "";
  return [
    `${quote(name)}: (input) => {`,
    ...parameters.flatMap(({ value }) => printParameter(value, print)),
    ...printBody(operation, print),
    // If there is only one alternative, each of its schemes has a result.
    ...(principals === undefined || others.length > 0
      ? []
      : [...principals.keys()].map((scheme) => `void input.principal[${quote(scheme)}].id;`)),
    ...(operation.isRawBodyKept === true ? ["void input.rawBody.length;"] : []),
    ...answers.map((answer) => `if (Math.random() > 0.5) { return { ${answer} }${typed}; }`),
    `return { ${last} }${typed};`,
    "},",
  ];
}

function printParameter({ name, in: place, schema, required }: Parameter, print: Printer) {
  const member = nameNext(print);
  const reads = printReads(schema, member, print);
  const isThere = required || schema.default !== undefined;
  return [
    `const ${member} = input.${place}[${quote(name)}];`,
    isThere ? wrapInside(reads) : `if (${member} !== undefined) { ${wrapInside(reads)} }`,
  ];
}

function printBody({ requestBody }: Operation, print: Printer): readonly string[] {
  if (requestBody === undefined) {
    return [];
  }
  const { content, required } = requestBody.value;
  const [only, ...others] = content;
  const read = (mediaType: MediaType): string => {
    const value = nameNext(print);
    const reads = mediaType.schema === undefined ? [] : printReads(mediaType.schema, value, print);
    const inside = wrapInside(reads);
    return `const ${value} = input.body; ${required ? inside : `if (${value} !== undefined) { ${inside} }`}`;
  };
  if (only !== undefined && others.length === 0) {
    return [`{ ${read(only)} }`];
  }
  const cases = content.map((each) => `case ${quote(each.mediaType)}: { ${read(each)} break; }`);
  const absent = required ? [] : ["case undefined: break;"];
  const rest = print.isExhaustive ? ["default: input satisfies never;"] : [];
  return [`switch (input.mediaType) { ${[...cases, ...absent, ...rest].join(" ")} }`];
}

/** Answers need every required header; handlers also write the others. */
function printHeaders(
  headers: readonly (readonly [string, { readonly value: { readonly schema: Schema } }])[],
): readonly string[] {
  const members = headers.map(
    ([name, { value }]) => `${quote(name)}: ${writeValues(value.schema)[0]}`,
  );
  return members.length === 0 ? [] : [`headers: { ${members.join(", ")} }`];
}

/** The members of an answer with each value of a body. */
function printBodies(
  { mediaType, schema }: MediaType,
  index: number,
  all: readonly MediaType[],
): readonly (readonly string[])[] {
  const name = index === 0 && all.length === 1 ? [] : [`mediaType: ${quote(mediaType)}`];
  const values = schema === undefined || /^text/.test(mediaType) ? ['"a"'] : writeValues(schema);
  return values.map((value) => [...name, `body: ${value}`]);
}

/** A range is answered with its first status. */
function chooseStatus(status: string): string {
  return status === "default" ? "500" : status.replace("XX", "00");
}
