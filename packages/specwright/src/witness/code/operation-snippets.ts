import type { Change } from "../../compare/change.ts";
import type { MediaType, Operation, Parameter } from "../../document/model/model.ts";
import { choosesContentType, layOutInput } from "../../emit/client/input-layout.ts";
import { printLiteral } from "../../emit/shared/print/literal.ts";
import { isObject } from "../../json-object.ts";
import { quoteName } from "../../text/code-span.ts";
import type { CallPair } from "../calls/call-pairs.ts";
import { listSamples } from "../calls/list-samples.ts";
import { planBody } from "../calls/write-client-call.ts";
import type { Snippet } from "./snippet.ts";
import { indexType, type TypeExpression, toStatusKey, typeOfOperation } from "./type-expression.ts";

/** The name of the client's function for an operation. Undefined when the client has none. */
export type NameFunction = (operation: Operation) => string | undefined;

const given = ["declare const transport: Transport;"];

/** Statements that call an operation, and that name its types. */
export function listOperationSnippets(
  change: Change,
  pair: CallPair,
  nameFunction: NameFunction,
): readonly Snippet[] {
  const { before: operation } = pair;
  if (operation === undefined) {
    return [];
  }
  const isWebhook = pair.label.startsWith("webhook ");
  const whole = typeOfOperation(operation, isWebhook);
  const name = isWebhook ? undefined : nameFunction(operation);
  const { kind, message } = change;
  if (/^(?:operation|webhook)-/.test(kind)) {
    const { path, method } = operation;
    const root = isWebhook ? "webhooks" : "paths";
    const byPath = {
      text: `${root}[${JSON.stringify(path)}][${JSON.stringify(method)}]`,
      types: [root],
    } as const;
    return [...callOperation(operation, name, {}), nameType(whole), nameType(byPath)];
  }
  if (kind.startsWith("callback-")) {
    return operation.callbacks
      .flatMap(({ pathItems }) => pathItems.flatMap(({ operations }) => operations))
      .flatMap((callback) => nameFunction(callback) ?? [])
      .map((sender) => ({ client: [sender], code: `${sender};` }));
  }
  if (/parameter-/.test(kind)) {
    return listParameterSnippets(change, pair, whole, name);
  }
  if (/^request-(?:body|media-type)-/.test(kind)) {
    return listBodySnippets(operation, whole, name, change);
  }
  return [...operation.responses].flatMap(([status, { value }]): readonly Snippet[] => {
    const response = indexType(indexType(whole, "responses"), toStatusKey(status));
    const types = value.content.map(({ mediaType, written }) => written ?? mediaType);
    const meant = types.filter((type) =>
      message.toLowerCase().includes(quoteName(type).toLowerCase()),
    );
    return [
      ...(kind.startsWith("response-media-type-")
        ? meant.map((type) => nameType(indexType(indexType(response, "content"), type)))
        : []),
      ...(/^response-.*removed$/.test(kind) && message.endsWith(` ${status}.`)
        ? [nameType(response)]
        : []),
    ];
  });
}

function nameType({ text, types }: TypeExpression): Snippet {
  return { types, code: `declare const value: ${text};` };
}

/** A call with the members of its input that it needs, and with the value of one more parameter or of the body. */
function callOperation(
  operation: Operation,
  name: string | undefined,
  more: { readonly parameter?: Parameter | undefined; readonly body?: unknown },
): readonly Snippet[] {
  const body = operation.requestBody?.value;
  const [needed] = body?.required === true ? body.content.flatMap(planBody) : [];
  const input: Record<string, unknown> = {};
  for (const { parameter, grouped } of layOutInput(operation)) {
    if (parameter.required || parameter === more.parameter) {
      const [value] = listSamples(parameter.schema);
      const group = input[parameter.in];
      Object.assign(
        input,
        grouped
          ? { [parameter.in]: { ...(isObject(group) && group), [parameter.name]: value } }
          : { [parameter.name]: value },
      );
    }
  }
  if (needed !== undefined || more.body !== undefined) {
    const [first] = body?.content ?? [];
    Object.assign(input, {
      ...(choosesContentType(operation) && { contentType: first?.mediaType }),
      body: more.body ?? needed?.value,
    });
  }
  const words = Object.keys(input).length === 0 ? "" : `, ${printLiteral(input)}`;
  return name === undefined
    ? []
    : [{ client: [name], given, code: `await ${name}(transport${words});` }];
}

function listParameterSnippets(
  change: Change,
  { before, after }: CallPair,
  whole: TypeExpression,
  name: string | undefined,
): readonly Snippet[] {
  const find = (operation: Operation | undefined, place: Change["before"]): Parameter | undefined =>
    operation?.parameters.find(
      ({ value }) =>
        place !== undefined &&
        value.location.pointer === place.pointer &&
        value.location.file === place.file,
    )?.value;
  const [own, other] = [find(before, change.before), find(after, change.after)];
  const group = (place: string): TypeExpression => indexType(indexType(whole, "parameters"), place);
  if (before === undefined) {
    return [];
  }
  const calls = callOperation(before, name, { parameter: own });
  const least = callOperation(before, name, {});
  if (own !== undefined) {
    const type = indexType(group(own.in), own.name, !own.required);
    const values = listSamples(own.schema).slice(0, 2);
    return [
      ...(other?.required === true && !own.required ? least : []),
      ...calls,
      nameType(type),
      ...values.map((value) => ({
        types: type.types,
        code: `const value: ${type.text} = ${printLiteral(value)};`,
      })),
      ...(other === undefined ? [] : [emptyGroup(group(other.in), before, other.in)]),
    ];
  }
  return other === undefined ? [] : [...least, emptyGroup(group(other.in), before, other.in)];
}

/** The parameters of a place with those values alone that the old document requires. */
function emptyGroup({ text, types }: TypeExpression, operation: Operation, place: string): Snippet {
  const values = operation.parameters
    .map(({ value }) => value)
    .filter((each) => each.in === place && each.required)
    .map(({ name, schema }) => [name, listSamples(schema)[0]]);
  return { types, code: `const ${place}: ${text} = ${printLiteral(Object.fromEntries(values))};` };
}

function listBodySnippets(
  operation: Operation,
  whole: TypeExpression,
  name: string | undefined,
  { kind, message }: Change,
): readonly Snippet[] {
  const isAnything = kind === "request-media-type-schema-added";
  const body = operation.requestBody?.value;
  const type = indexType(whole, "requestBody");
  const write = (mediaType: MediaType): readonly Snippet[] => {
    const content = indexType(
      indexType(type, "content", true),
      mediaType.written ?? mediaType.mediaType,
    );
    return planBody(mediaType).map(({ value }) => ({
      types: content.types,
      code: `const body: ${content.text} = ${printLiteral(value)};`,
    }));
  };
  // Before it had a schema, the body could be anything.
  const writeAnything = (mediaType: MediaType): readonly Snippet[] => {
    const content = indexType(
      indexType(type, "content", true),
      mediaType.written ?? mediaType.mediaType,
    );
    return ['"a"', "1"].map((value) => ({
      types: content.types,
      code: `const body: ${content.text} = ${value};`,
    }));
  };
  const content = body?.content ?? [];
  const meant = content.filter(({ mediaType }) =>
    message.includes(quoteName(mediaType.toLowerCase())),
  );
  const [first] = content.flatMap(planBody);
  return [
    ...(body?.required === true ? [] : callOperation(operation, name, {})),
    ...(first === undefined || meant.length > 0
      ? []
      : callOperation(operation, name, { body: first.value })),
    ...(isAnything ? content.flatMap(writeAnything) : []),
    ...meant.flatMap(write),
    ...(meant.length > 0 ? [] : content.flatMap(write)),
    { types: type.types, code: `const body: ${type.text} = undefined;` },
  ];
}
