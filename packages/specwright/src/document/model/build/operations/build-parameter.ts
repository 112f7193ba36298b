import { askDidYouMean } from "../../../../text/nearest.ts";
import { canHaveBrackets, withArrayFormat } from "../../array-formats.ts";
import type { Header, Parameter, ParameterLocation, ParameterStyle, Schema } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import {
  findMember,
  includeIfDefined,
  readBoolean,
  readExtensions,
  readString,
  toLocation,
} from "../context/raw.ts";
import { reportUnknownFields } from "../context/unknown-fields.ts";
import { buildSchema } from "../schemas/build-schema.ts";
import { readArrayFormat } from "./build-array-format.ts";
import { buildContent, buildExamples } from "./build-content.ts";
import { reportHeaderName, reportIgnoredHeader } from "./header-name.ts";

const locations: ReadonlySet<string> = new Set([
  "path",
  "query",
  "header",
  "cookie",
  "querystring",
]);

const styles: ReadonlySet<string> = new Set<ParameterStyle>([
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
]);

/** The default style of each location (OpenAPI 3.1, section 4.8.12.2.1). */
const defaultStyles: Readonly<Record<ParameterLocation, ParameterStyle>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  querystring: "form",
};

/** Makes a parameter. A parameter without a name or a known location cannot be sent, so it is reported and left out. */
export function buildParameter(raw: Raw, context: BuildContext): Parameter | undefined {
  const name = readString(raw, "name");
  const location = readString(raw, "in");
  if (name === undefined || location === undefined || !isLocation(location)) {
    reportProblem(context, raw, {
      severity: "warning",
      code: "invalid-parameter",
      message:
        "A parameter needs a `name`, and `in` has to be path, query, header or cookie; this one is left out.",
      fix: `${location === undefined ? "" : askDidYouMean(location, locations)}Complete the parameter.`,
    });
    return undefined;
  }
  reportUnknownFields(raw, "parameter", context);
  if (location === "header") {
    reportHeaderName(name, raw, context);
    reportIgnoredHeader(name, raw, context);
  }
  const style = readStyle(raw, defaultStyles[location], context);
  const content = findMember(raw, "content");
  const mediaTypes = content === undefined ? undefined : buildContent(content, context);
  const parameter = {
    location: toLocation(raw),
    name,
    in: location,
    ...includeIfDefined("description", readString(raw, "description")),
    required: location === "path" || readBoolean(raw, "required") === true,
    deprecated: readBoolean(raw, "deprecated") === true,
    style,
    explode: readBoolean(raw, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: readBoolean(raw, "allowReserved") === true,
    allowEmptyValue: readBoolean(raw, "allowEmptyValue") === true,
    schema: buildParameterSchema(raw, mediaTypes?.[0]?.schema, context),
    ...includeIfDefined("contentType", mediaTypes?.[0]?.mediaType),
    ...includeIfDefined("content", mediaTypes),
    ...buildExampleMembers(raw, context),
    extensions: readExtensions(raw),
  };
  return withArrayFormat(parameter, readArrayFormat(raw, canHaveBrackets(parameter), context));
}

/** All examples, and the first of them. */
function buildExampleMembers(
  raw: Raw,
  context: BuildContext,
): Pick<Parameter, "example" | "examples"> {
  const examples = buildExamples(raw, undefined, context);
  const [first] = examples.values();
  return { ...includeIfDefined("example", first), examples };
}

/** Makes a header of a response or of a part of a body (OpenAPI 3.1, section 4.8.21). */
export function buildHeader(raw: Raw, context: BuildContext): Header {
  reportUnknownFields(raw, "header", context);
  const content = findMember(raw, "content");
  const mediaTypes = content === undefined ? undefined : buildContent(content, context);
  const [mediaType] = mediaTypes ?? [];
  return {
    location: toLocation(raw),
    ...includeIfDefined("description", readString(raw, "description")),
    required: readBoolean(raw, "required") === true,
    deprecated: readBoolean(raw, "deprecated") === true,
    explode: readBoolean(raw, "explode") === true,
    schema: buildParameterSchema(raw, mediaType?.schema, context),
    ...includeIfDefined("contentType", mediaType?.mediaType),
    ...includeIfDefined("content", mediaTypes),
    examples: buildExamples(raw, undefined, context),
  };
}

/** The style that the document writes. An unknown style is reported, and the result is undefined. */
export function readWrittenStyle(raw: Raw, context: BuildContext): ParameterStyle | undefined {
  const written = readString(raw, "style");
  if (written === undefined || isStyle(written)) {
    return written;
  }
  reportProblem(context, raw, {
    code: "unknown-style",
    message: `Parameters have no style \`${written}\`.`,
    fix: `${askDidYouMean(written, styles)}Use one of ${[...styles].join(", ")}.`,
  });
  return undefined;
}

function readStyle(raw: Raw, fallback: ParameterStyle, context: BuildContext): ParameterStyle {
  return readWrittenStyle(raw, context) ?? fallback;
}

function buildParameterSchema(
  raw: Raw,
  ofContent: Schema | undefined,
  context: BuildContext,
): Schema {
  const schema = findMember(raw, "schema");
  if (schema !== undefined) {
    return buildSchema(schema, context);
  }
  return ofContent ?? { location: toLocation(raw), boolean: true };
}

function isLocation(text: string): text is ParameterLocation {
  return locations.has(text);
}

function isStyle(text: string): text is ParameterStyle {
  return styles.has(text);
}
