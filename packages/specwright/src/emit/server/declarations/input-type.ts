import type { Operation, Parameter, ParameterLocation } from "../../../model/model.ts";
import { choosableTypes } from "../../bodies/media-kind.ts";
import { successes } from "../../bodies/successes.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import { fits, objectLine, objectType } from "../../print/layout.ts";
import { schemaDocText } from "../../print/schema-doc-text.ts";
import { requestBodyPlace } from "../../typescript/places/emitted-place.ts";
import { typeExpression } from "../../typescript/schema/type-expression.ts";
import type { TypeContext } from "../../typescript/type-context.ts";
import { parameterDefault } from "../defaults/defaults.ts";
import type { FilledBodies } from "../defaults/filled-bodies.ts";
import { listPrincipals } from "../security.ts";
import { partHeadersType, requestBodyType } from "./content-type.ts";

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
export function inputType(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): InputType {
  const lines = locations.map((location) => {
    const type = parametersType(operation, location, context);
    return type === undefined ? "" : `  readonly ${location}: ${type};\n`;
  });
  lines.push(querystringMember(operation, context));
  const { content = [], description } = operation.requestBody?.value ?? {};
  const [partHeaders] = content.map((each) => partHeadersType(each, context)).filter(Boolean);
  if (partHeaders !== undefined && content.length === 1) {
    const doc = "  /** The documented header fields of the body's parts, by name of the part. */\n";
    lines.push(`${doc}  readonly partHeaders: ${partHeaders};\n`);
  }
  if (content.length === 1) {
    const doc = renderDocComment({ description }, "  ");
    lines.push(`${doc}  readonly body: ${bodyType(operation, place, context, filled)};\n`);
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
    : { members, bodies: bodyAlternatives(operation, place, context, filled) };
}

/** A union, on one line if that fits. */
function printPrincipals(all: readonly (readonly string[])[]): string {
  const line = ` ${all.map(objectLine).join(" | ")}`;
  if (fits("  ", "readonly principal:", line, ";")) {
    return line;
  }
  return all.length === 1
    ? ` ${objectType(all.flat(), "  ", "readonly principal: ;")}`
    : all.map((members) => `\n    | ${objectType(members, "    ", "| ;")}`).join("");
}

/** The parameters of one location as an object type. Undefined when the location has none. */
export function parametersType(
  { parameters }: Operation,
  location: ParameterLocation,
  context: TypeContext,
): string | undefined {
  const members = parameters
    .map(({ value }) => value)
    .filter((parameter) => parameter.in === location)
    .map((parameter) => parameterMember(parameter, context));
  return members.length === 0 ? undefined : `{\n${members.join("")}  }`;
}

/** The type of the body in all its media types. `unknown` when the document gives none. */
export function bodyType(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): string {
  const { content = [], required } = operation.requestBody?.value ?? {};
  const types = content.map((each) =>
    requestBodyType(each, requestBodyPlace(operation, place), context, filled.get(each)),
  );
  const optional = required === true ? [] : ["undefined"];
  return types.length === 0 ? "unknown" : [...types, ...optional].join(" | ");
}

function parameterMember(parameter: Parameter, context: TypeContext): string {
  const { name, schema, required, description, deprecated } = parameter;
  const type = typeExpression(schema, context, {
    indent: "    ",
    path: `#/paths/parameters/${parameter.in}/${name}`,
  });
  const isThere = required || parameterDefault(parameter) !== undefined;
  const doc = renderDocComment({ ...schemaDocText(schema), description, deprecated }, "    ");
  return `${doc}    readonly ${escapePropertyKey(name)}${isThere ? "" : "?"}: ${type};\n`;
}

/** The whole query string as a single value (OpenAPI 3.2). */
function querystringMember({ parameters }: Operation, context: TypeContext): string {
  const found = parameters.find(({ value }) => value.in === "querystring");
  if (found === undefined) {
    return "";
  }
  const { schema, required, description, deprecated } = found.value;
  const type = typeExpression(schema, context, { indent: "  ", path: "#/paths/parameters" });
  const doc = renderDocComment({ description, deprecated }, "  ");
  return `${doc}  readonly querystring${required ? "" : "?"}: ${type};\n`;
}

function bodyAlternatives(
  operation: Operation,
  place: string | undefined,
  context: TypeContext,
  filled: FilledBodies,
): string {
  const { content = [], required } = operation.requestBody?.value ?? {};
  const alternatives = content.map((each) => {
    const at = requestBodyPlace(operation, place);
    const type = requestBodyType(each, at, context, filled.get(each));
    const headers = partHeadersType(each, context);
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
  const unique = choosableTypes(
    successes(operation).flatMap(([, { content }]) => content.map(({ mediaType }) => mediaType)),
  );
  return unique.length < 2 ? undefined : unique.map(escapeString).join(" | ");
}
