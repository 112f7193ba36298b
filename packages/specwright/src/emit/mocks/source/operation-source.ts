import type { ParameterDefinition, ValueType } from "@specwright/runtime/v1/parameters";
import type { Model, Operation } from "../../../document/model/model.ts";
import { buildSentPath, splitPathKey } from "../../../document/model/path-key.ts";
import { fillServerAddress } from "../../../document/model/server-address.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { describeParameter } from "../../shared/parameters/describe-parameter.ts";
import { describeOtherFields, listFormFields } from "../../shared/parameters/form-definitions.ts";
import { printObjectLiteral } from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { fitsAfter, printList } from "../../shared/print/print-list.ts";
import { chooseStatus, looksLikeAnswer, type PlannedAnswer } from "../answers.ts";
import type { MockConversions } from "../mock-conversions.ts";
import { listPathsWithin } from "../paths.ts";
import { printMaker, type RecipePrinting } from "../recipes/print-recipe.ts";
import { printValue } from "./print-value.ts";

/** What a module collects while its operations are printed. */
export interface SourcePrinting extends RecipePrinting {
  /** The functions of the runtime for MSW that are called. */
  readonly calls: Set<string>;
  readonly conversions: MockConversions;
}

/** The runtime's description of an operation, as an object literal at the top level of a module. */
export function printMockDefinition(
  operation: Operation,
  answers: readonly PlannedAnswer[],
  model: Model,
  printing: SourcePrinting,
): string {
  const { path, query } = splitPathKey(buildSentPath(operation));
  const conditions = query.map(readCondition);
  const within = listPathsWithin(model, path);
  const members = [
    `method: ${printLiteral(getMethodName(operation))}`,
    `path: ${printLiteral(path)}`,
    ...(within.length === 0 ? [] : [`except: ${printValue(within, "  ")}`]),
    ...(conditions.length === 0
      ? []
      : [`hasPairs: ${printPureCall("hasPairs", [printLiteral(conditions)], printing)}`]),
    operation.server === undefined ? "servers" : `servers: [${printLiteral(operation.server)}]`,
    ...printDecoders(operation, printing),
    ...printStream(answers, printing),
    `status: ${chooseStatus(operation)}`,
    ...(looksLikeAnswer(operation) ? ["isBare: false"] : []),
    `answers: ${printObjectLiteral(
      answers.map((answer) => printAnswerMaker(answer, operation.name, printing)),
      "  ",
    )}`,
  ];
  const definition = printObjectLiteral(members, "");
  const conversions = printing.conversions.operations.get(operation.name);
  return conversions === undefined
    ? definition
    : printPureCall("convertMock", [definition, conversions], printing);
}

function readCondition(pair: string): readonly string[] {
  const [name = "", ...rest] = pair.split("=").map(decodeText);
  const value = rest.join("=");
  return /^\{.*\}$/.test(value) ? [name] : [name, value];
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // Malformed, so requests have it as it is.
    return text;
  }
}

/** A call without effects, so that a bundle without the operation does not have it. */
function printPureCall(
  name: string,
  parts: readonly string[],
  { calls }: Pick<SourcePrinting, "calls">,
): string {
  calls.add(name);
  return `/* @__PURE__ */ ${name}(${parts.join(", ")})`;
}

function printDecoders(operation: Operation, printing: SourcePrinting): readonly string[] {
  const parameters = operation.parameters.map(({ value }) => describeParameter(value));
  const decoder = parameters.every(isPlainParameter)
    ? "decodePlainParameters"
    : "createParameterDecoder";
  const decode =
    parameters.length === 0
      ? undefined
      : printPureCall(decoder, [printExact(operation, parameters, printing)], printing);
  const reader = printBodyReader(operation, printing);
  return [
    ...(decode === undefined ? [] : [`decode: ${decode}`]),
    ...(reader === undefined ? [] : [`readBody: ${reader}`]),
  ];
}

/** The definitions of parameters, in which numbers that a double may not hold are read as texts. */
function printExact(
  { name, parameters }: Operation,
  definitions: readonly ParameterDefinition[],
  printing: SourcePrinting,
): string {
  const { isExact, operations } = printing.conversions;
  const printed = printDefinitions(definitions);
  const conversions = operations.get(name);
  return conversions !== undefined && parameters.some(({ value }) => isExact(value.schema))
    ? printPureCall("readExactAsText", [conversions, printed], printing)
    : printed;
}

function printBodyReader({ requestBody }: Operation, printing: SourcePrinting): string | undefined {
  if (requestBody === undefined) {
    return undefined;
  }
  const form = requestBody.value.content.find(
    ({ mediaType }) => classifyMediaType(mediaType) === "form",
  );
  if (form === undefined) {
    printing.calls.add("readMockBody");
    return "readMockBody";
  }
  const others = describeOtherFields(form);
  const parts = [printDefinitions(listFormFields(form))];
  return printPureCall(
    "readMockForm",
    others === undefined ? parts : [...parts, printLiteral(others)],
    printing,
  );
}

function printDefinitions(definitions: readonly object[]): string {
  return printList("[", definitions.map(printLiteral), "  ", fitsAfter(50));
}

/** Returns whether `decodePlainParameters` decodes a parameter: see there. */
function isPlainParameter(parameter: ParameterDefinition): boolean {
  const { name: _, in: location, type, ...style } = parameter;
  const isList =
    location === "query" &&
    type?.type === "array" &&
    type.prefixItems === undefined &&
    isScalar(type.items?.type);
  return (
    location !== "cookie" &&
    location !== "querystring" &&
    Object.keys(style).length === 0 &&
    (isList || isScalar(type?.type))
  );
}

function isScalar(type: ValueType["type"]): boolean {
  return type === undefined || (typeof type === "string" && scalars.has(type));
}

const scalars: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

function printStream(
  answers: readonly PlannedAnswer[],
  printing: SourcePrinting,
): readonly string[] {
  const streamed = answers.flatMap(({ mediaType }) => mediaType ?? []);
  const [found] = streamed.filter(({ mediaType }) => findStreamFormat(mediaType) !== undefined);
  if (found === undefined) {
    return [];
  }
  const { mediaType, streamTerminator } = found;
  const parts = [findStreamFormat(mediaType), streamTerminator].flatMap((part) =>
    part === undefined ? [] : [printLiteral(part)],
  );
  return [`stream: ${printPureCall("encodeMockStream", parts, printing)}`];
}

function printAnswerMaker(
  { status, mediaType, body, headers }: PlannedAnswer,
  operation: string,
  printing: SourcePrinting,
): string {
  const type = mediaType?.mediaType;
  const members = [
    ...(type === undefined || type === "application/json" ? [] : [`type: ${printLiteral(type)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${printValue(headers, "      ")}`]),
    ...printBodyMaker(body, `the answer ${status} of ${operation}`, printing),
  ];
  return `${escapePropertyKey(status)}: ${
    members.length < 2 && !members[0]?.includes("\n")
      ? `{${members.map((each) => ` ${each} `).join("")}}`
      : printObjectLiteral(members, "    ")
  }`;
}

function printBodyMaker(
  body: PlannedAnswer["body"],
  subject: string,
  printing: SourcePrinting,
): readonly string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case "example":
      return [`make: () => (${printValue(body.value, "      ")})`];
    case "recipe": {
      const maker = printMaker(body.recipe, "      ", printing);
      const call = body.recipe.kind === "object" ? `(${maker})` : maker;
      return [`make: (data) => ${call}(undefined, data)`];
    }
    case "blob":
      return ['make: () => new Blob(["mock"])'];
    case "unmade":
      printing.calls.add("refuseToMake");
      return [`make: /* @__PURE__ */ refuseToMake(${printLiteral(subject)})`];
    default:
      return body satisfies never;
  }
}

/** The addresses of the document's servers as a literal. One without a host is on any host. */
export function printMockServers({ servers }: Model): string {
  const addresses = servers.map(fillServerAddress).filter((address) => !/[{}]/.test(address));
  return printLiteral(addresses.length === 0 ? [""] : [...new Set(addresses)]);
}
