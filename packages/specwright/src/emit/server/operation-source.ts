import type { MediaType, Operation, Parameter } from "../../model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { literal } from "../literal.ts";
import { mediaKind } from "../media-kind.ts";
import { writtenStyle } from "../parameter-style.ts";
import { type DefaultsPlan, type DefaultsPlanner, parameterDefault } from "./defaults.ts";
import { printList } from "./print-list.ts";
import { securitySource } from "./security.ts";
import { isUnchecked } from "./unchecked-bodies.ts";
import { type ValueType, valueTypeOf } from "./value-type.ts";

/** The runtime's description of an operation as an object literal, indented for an array at the top of a module. */
export function operationSource(operation: Operation, defaults: DefaultsPlanner): string {
  const members = operationMembers(operation, defaults);
  const security = securitySource(operation);
  if (security !== undefined) {
    members.push(`security: ${security}`);
  }
  return printMembers(members);
}

/** The members that operations and webhooks have in common. */
export function operationMembers(operation: Operation, defaults: DefaultsPlanner): string[] {
  const parameters = operation.parameters.map(({ value }) => value);
  const members = [
    `name: ${literal(operation.name)}`,
    `method: ${literal(operation.method.toUpperCase())}`,
    `path: ${literal(operation.path)}`,
  ];
  if (parameters.length > 0) {
    members.push(`parameters: ${printList("[", parameters.map(parameterSource), "    ", 12)}`);
  }
  const values = defaultsSource(parameters);
  if (values !== undefined) {
    members.push(`defaults: ${values}`);
  }
  const body = bodySource(operation, defaults);
  if (body !== undefined) {
    members.push(`body: ${body}`);
  }
  members.push(`responses: ${responsesSource(operation)}`);
  return members;
}

/** An object literal in an array at the top of a module. */
export function printMembers(members: readonly string[]): string {
  return `{\n${members.map((member) => `    ${member},\n`).join("")}  }`;
}

/** A parameter as an object literal on one line; members that have their default are left out. */
function parameterSource(parameter: Parameter): string {
  const { name, contentType, schema } = parameter;
  return literal({
    name,
    in: parameter.in,
    contentType,
    ...writtenStyle(parameter),
    type: contentType === undefined ? valueTypeOf(schema) : undefined,
  });
}

function defaultsSource(parameters: readonly Parameter[]): string | undefined {
  const locations = new Map<string, [string, unknown][]>();
  for (const parameter of parameters) {
    const found = parameterDefault(parameter);
    if (found !== undefined && parameter.in !== "querystring") {
      const values = locations.get(parameter.in) ?? [];
      values.push([parameter.name, found.value]);
      locations.set(parameter.in, values);
    }
  }
  return locations.size === 0
    ? undefined
    : literal(
        Object.fromEntries(
          [...locations].map(([location, values]) => [location, Object.fromEntries(values)]),
        ),
      );
}

function bodySource({ requestBody }: Operation, defaults: DefaultsPlanner): string | undefined {
  const { content = [], required = false } = requestBody?.value ?? {};
  if (content.length === 0) {
    return undefined;
  }
  const members = content.map(
    (mediaType) =>
      `${escapePropertyKey(mediaType.mediaType)}: ${contentSource(mediaType, defaults)}`,
  );
  const source = `required: ${required}, content: ${printList("{", members, "      ", 30)}`;
  return `{ ${source} }`;
}

function contentSource(mediaType: MediaType, defaults: DefaultsPlanner): string {
  const kind = mediaKind(mediaType.mediaType);
  return literal({
    form: kind === "form" ? formFields(mediaType) : undefined,
    isUnchecked: isUnchecked(mediaType) && kind === "text" ? true : undefined,
    defaults: contentDefaults(mediaType, defaults),
  });
}

function contentDefaults(
  { mediaType, schema }: MediaType,
  defaults: DefaultsPlanner,
): DefaultsPlan | string | undefined {
  const kind = mediaKind(mediaType);
  return schema !== undefined && (kind === "form" || kind === "json")
    ? defaults.plan(schema)
    : undefined;
}

/** The plans of the defaults of an operation's bodies, by media type in the document's order. */
export function bodyDefaults(
  { requestBody }: Operation,
  defaults: DefaultsPlanner,
): readonly (DefaultsPlan | string | undefined)[] {
  return (requestBody?.value.content ?? []).map((each) => contentDefaults(each, defaults));
}

/** The fields of a form travel as parameters in the query (OpenAPI 3.1, section 4.8.15.1.1). */
function formFields({ schema, encoding }: MediaType): readonly Readonly<Record<string, unknown>>[] {
  const { properties = {} } = (schema && valueTypeOf(schema)) ?? {};
  return Object.entries(properties).map(([name, type]: readonly [string, ValueType]) => {
    const { style, explode, contentType } = encoding.get(name) ?? {};
    const isStyled = style !== undefined || explode !== undefined;
    return {
      name,
      in: "query",
      contentType: isStyled ? undefined : (contentType ?? objectContent(type)),
      style: style === "form" ? undefined : style,
      explode: explode === true ? undefined : explode,
      type: type.type === "string" ? undefined : type,
    };
  });
}

/** An object without an encoding is sent as JSON (OpenAPI 3.1, section 4.8.15). */
function objectContent({ type }: ValueType): string | undefined {
  return type === "object" ? "application/json" : undefined;
}

function responsesSource({ responses }: Operation): string {
  const members = [...responses].map(([status, { value }]) => {
    const types = value.content.map(({ mediaType }) => mediaType);
    return `${escapePropertyKey(status)}: ${literal(types)}`;
  });
  return printList("{", members, "    ", 11);
}
