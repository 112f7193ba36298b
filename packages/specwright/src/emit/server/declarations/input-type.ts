import type { Operation, Parameter, ParameterLocation } from "../../../document/model/model.ts";
import { listMatchableTypes } from "../../shared/bodies/media-kind.ts";
import { listSuccesses } from "../../shared/bodies/successes.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { renderDocComment } from "../../shared/print/doc-comment.ts";
import { fits, printObjectLine, printObjectType } from "../../shared/print/layout.ts";
import { writeSchemaDoc } from "../../shared/print/schema-doc-text.ts";
import { placeRequestBody } from "../../shared/typescript/places/emitted-place.ts";
import { printTypeExpression } from "../../shared/typescript/schema/type-expression.ts";
import type { TypeContext } from "../../shared/typescript/type-context.ts";
import { findParameterDefault } from "../defaults/defaults.ts";
import type { FilledBodies } from "../defaults/filled-bodies.ts";
import { listPrincipals } from "../security.ts";
import { printPartHeaders, printRequestContentType } from "./content-type.ts";

/** The printed parts of a handler's input that are specific to the operation. */
export interface InputType {
  /** The members of the interface, as lines. */
  readonly members: string;
  /**
   * A union for several media types, to be intersected with the members. Undefined when the body has at most one media
   * type.
   */
  readonly bodies?: string;
}

const locations: readonly ParameterLocation[] = ["path", "query", "header", "cookie"];

/** Prints the input of an operation. Parameters and body members with a default are always present. */
export function printHandlerInput(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): InputType {
  const lines = locations.map((location) => {
    const type = printHandlerParameters(operation, location, context);
    return type === undefined ? "" : `  readonly ${location}: ${type};\n`;
  });
  lines.push(printQuerystringMember(operation, context));
  const { content = [], description } = operation.requestBody?.value ?? {};
  const [partHeaders] = content.map((each) => printPartHeaders(each, context)).filter(Boolean);
  if (partHeaders !== undefined && content.length === 1) {
    const doc = "  /** The documented header fields of the body's parts, by name of the part. */\n";
    lines.push(`${doc}  readonly partHeaders: ${partHeaders};\n`);
  }
  if (content.length === 1) {
    const doc = renderDocComment({ description }, "  ");
    lines.push(`${doc}  readonly body: ${printHandlerBody(operation, place, context, filled)};\n`);
  }
  if (operation.isRawBodyKept === true) {
    const doc =
      "  /** The bytes of the body as they came, for a signature over them; empty without one. */\n";
    lines.push(`${doc}  readonly rawBody: Uint8Array;\n`);
  }
  const accepted = acceptType(operation);
  if (accepted !== undefined) {
    const doc = "  /** The media type that the caller prefers. */\n";
    lines.push(`${doc}  readonly accept: ${accepted};\n`);
  }
  const principals = listPrincipals(operation);
  if (principals.length > 0) {
    const doc = "  /** The results of the security hooks, by scheme. */\n";
    lines.push(`${doc}  readonly principal:${printPrincipals(principals)};\n`);
  }
  const members = lines.join("");
  return content.length < 2
    ? { members }
    : { members, bodies: printHandlerBodies(operation, place, context, filled) };
}

/** A union, on one line if that fits. */
function printPrincipals(all: readonly (readonly string[])[]): string {
  const line = ` ${all.map(printObjectLine).join(" | ")}`;
  if (fits("  ", "readonly principal:", line, ";")) {
    return line;
  }
  return all.length === 1
    ? ` ${printObjectType(all.flat(), "  ", "readonly principal: ;")}`
    : all.map((members) => `\n    | ${printObjectType(members, "    ", "| ;")}`).join("");
}

/** The parameters of one location as an object type. Undefined when the location has none. */
export function printHandlerParameters(
  { parameters }: Operation,
  location: ParameterLocation,
  context: TypeContext,
): string | undefined {
  const members = parameters
    .map(({ value }) => value)
    .filter((parameter) => parameter.in === location)
    .map((parameter) => printHandlerParameter(parameter, context));
  return members.length === 0 ? undefined : `{\n${members.join("")}  }`;
}

/** The type of the body in all its media types. `unknown` when the document gives none. */
export function printHandlerBody(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): string {
  const { content = [], required } = operation.requestBody?.value ?? {};
  const types = content.map((each) =>
    printRequestContentType(each, placeRequestBody(operation, place), context, filled.get(each)),
  );
  const optional = required === true ? [] : ["undefined"];
  return types.length === 0 ? "unknown" : [...types, ...optional].join(" | ");
}

function printHandlerParameter(parameter: Parameter, context: TypeContext): string {
  const { name, schema, required, description, deprecated } = parameter;
  const type = printTypeExpression(schema, context, {
    indent: "    ",
    path: `#/paths/parameters/${parameter.in}/${name}`,
  });
  const isThere = required || findParameterDefault(parameter) !== undefined;
  const doc = renderDocComment({ ...writeSchemaDoc(schema), description, deprecated }, "    ");
  return `${doc}    readonly ${escapePropertyKey(name)}${isThere ? "" : "?"}: ${type};\n`;
}

/** The whole query string as a single value (OpenAPI 3.2). */
function printQuerystringMember({ parameters }: Operation, context: TypeContext): string {
  const found = parameters.find(({ value }) => value.in === "querystring");
  if (found === undefined) {
    return "";
  }
  const { schema, required, description, deprecated } = found.value;
  const type = printTypeExpression(schema, context, { indent: "  ", path: "#/paths/parameters" });
  const doc = renderDocComment({ description, deprecated }, "  ");
  return `${doc}  readonly querystring${required ? "" : "?"}: ${type};\n`;
}

function printHandlerBodies(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): string {
  const { content = [], required } = operation.requestBody?.value ?? {};
  const alternatives = content.map((each) => {
    const at = placeRequestBody(operation, place);
    const type = printRequestContentType(each, at, context, filled.get(each));
    const headers = printPartHeaders(each, context);
    const further = headers === undefined ? "" : `; readonly partHeaders: ${headers}`;
    return `{ readonly mediaType: ${escapeString(each.mediaType)}; readonly body: ${type}${further} }`;
  });
  if (required !== true) {
    alternatives.push("{ readonly mediaType: undefined; readonly body: undefined }");
  }
  return alternatives.map((each) => `\n    | ${each}`).join("");
}

/** Only where there is a choice. */
function acceptType(operation: Operation): string | undefined {
  const unique = listMatchableTypes(
    listSuccesses(operation).flatMap(([, { content }]) =>
      content.map(({ mediaType }) => mediaType),
    ),
  );
  return unique.length < 2 ? undefined : unique.map(escapeString).join(" | ");
}
