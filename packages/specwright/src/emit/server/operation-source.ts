import { note } from "../../memo.ts";
import { behindReferences } from "../../model/behind-references.ts";
import type { Header, MediaType, Operation, Parameter, Schema } from "../../model/model.ts";
import type { ContentNames } from "../content-names.ts";
import { allHeaders, type DocumentedHeader, sharedHeaders } from "../documented-headers.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { literal } from "../literal.ts";
import { mediaKind } from "../media-kind.ts";
import { methodOf } from "../method-of.ts";
import { type MultipartPart, multipartParts } from "../multipart-parts.ts";
import { writtenStyle } from "../parameter-style.ts";
import { streamFormatOf } from "../stream-item.ts";
import { unitedValueType, type ValueType, valueTypeOf } from "../value-type.ts";
import { type DefaultsPlan, type DefaultsPlanner, parameterDefault } from "./defaults.ts";
import { printList } from "./print-list.ts";
import { securitySource } from "./security.ts";
import { isUnchecked } from "./unchecked-bodies.ts";

/** The runtime's description of an operation as an object literal, indented for an array at the top of a module. */
export function operationSource(
  operation: Operation,
  plans: BodyPlans,
  lists: HeaderLists,
): string {
  const members = operationMembers(operation, plans, lists);
  const security = securitySource(operation);
  if (security !== undefined) {
    members.push(`security: ${security}`);
  }
  return printMembers(members);
}

/** The members that operations and webhooks have in common. */
export function operationMembers(
  operation: Operation,
  plans: BodyPlans,
  lists: HeaderLists,
): string[] {
  const parameters = operation.parameters.map(({ value }) => value);
  const members = [
    `name: ${literal(operation.name)}`,
    `method: ${literal(methodOf(operation))}`,
    `path: ${literal(operation.path)}`,
  ];
  if (parameters.length > 0) {
    members.push(`parameters: ${printList("[", parameters.map(parameterSource), "    ", 12)}`);
  }
  const values = defaultsSource(parameters);
  if (values !== undefined) {
    members.push(`defaults: ${values}`);
  }
  const body = bodySource(operation, plans);
  if (body !== undefined) {
    members.push(`body: ${body}`);
  }
  members.push(`responses: ${responsesSource(operation)}`);
  const headers = headersSource(operation, lists);
  if (headers !== undefined) {
    members.push(`headers: ${headers}`);
  }
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

function bodySource({ requestBody }: Operation, plans: BodyPlans): string | undefined {
  const { content = [], required = false } = requestBody?.value ?? {};
  if (content.length === 0) {
    return undefined;
  }
  const members = content.map(
    (mediaType) => `${escapePropertyKey(mediaType.mediaType)}: ${contentSource(mediaType, plans)}`,
  );
  const source = `required: ${required}, content: ${printList("{", members, "      ", 30)}`;
  return `{ ${source} }`;
}

function contentSource(mediaType: MediaType, plans: BodyPlans): string {
  const kind = mediaKind(mediaType.mediaType);
  const isForm = kind === "form";
  const format = streamFormatOf(mediaType.mediaType);
  return literal({
    form: isForm ? formFields(mediaType) : undefined,
    parts: partsSource(mediaType),
    items: format === "json-lines" || format === "json-sequence" ? true : undefined,
    isUnchecked: isUnchecked(mediaType) && kind === "text" ? true : undefined,
    defaults: plans.get(mediaType),
  });
}

/** Where the defaults of an operation's bodies go, for the bodies that have some. */
export type BodyPlans = ReadonlyMap<MediaType, DefaultsPlan | string>;

/** Plans the defaults of an operation's bodies. */
export function bodyPlans({ requestBody }: Operation, defaults: DefaultsPlanner): BodyPlans {
  return new Map(
    (requestBody?.value.content ?? []).flatMap((mediaType) => {
      const { schema } = mediaType;
      const kind = mediaKind(mediaType.mediaType);
      const isFilled = kind === "form" || kind === "json" || multipartParts(mediaType);
      const plan = schema && isFilled ? defaults.plan(schema) : undefined;
      return plan === undefined ? [] : [[mediaType, plan] as const];
    }),
  );
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
function objectContent({ type = [] }: ValueType): string | undefined {
  const names = [type].flat().filter((name) => name !== "null");
  return names.length === 1 && names[0] === "object" ? "application/json" : undefined;
}

/** What tells the runtime how to make a value of the parts of a multipart body. */
function partsSource(mediaType: MediaType): Readonly<Record<string, unknown>> | undefined {
  const parts = multipartParts(mediaType);
  const others = parts?.find(({ name }) => name === undefined);
  return (
    parts && {
      named: parts.filter((part) => part !== others).map(partSource),
      others: others && partSource(others),
    }
  );
}

function partSource({
  name,
  schemas,
  isFile,
  isList,
  encoding,
}: MultipartPart): Readonly<Record<string, unknown>> {
  const type = isFile ? undefined : unitedValueType(schemas);
  const file = isFile ? fileLimits(schemas) : {};
  return {
    name,
    isFile: isFile || undefined,
    isList: isList || undefined,
    contentType: encoding?.contentType,
    // In a list each part is an item; a list of no known items is one of texts.
    type: isList === true ? type?.items : type,
    ...file,
    headers:
      encoding === undefined || encoding.headers.size === 0
        ? undefined
        : [...encoding.headers].map(([header, { value }]) => headerSource(header, value)),
  };
}

/** The length of a binary string is counted in bytes (OpenAPI 3.1, section 4.8.15.1.2). */
function fileLimits(schemas: readonly Schema[]): Readonly<Record<string, number | undefined>> {
  const found = schemas
    .map((schema) => behindReferences(schema))
    .map((schema) => (schema?.items === undefined ? schema : behindReferences(schema.items)));
  const [schema] = found;
  return found.length === 1 && schema !== undefined
    ? { minSize: schema.minLength, maxSize: schema.maxLength }
    : {};
}

/** A header with the members that differ from their default. */
function headerSource(name: string, header: Header): Readonly<Record<string, unknown>> {
  const { contentType, explode, schema } = header;
  return {
    name,
    in: "header",
    contentType,
    explode: (contentType === undefined && explode) || undefined,
    type: contentType === undefined ? valueTypeOf(schema) : undefined,
  };
}

/** The lists of documented headers, each once: many operations have the same. */
export interface HeaderLists {
  /** Those of the run that is going on. */
  names: ContentNames;
}

/** The documented headers of answers, by status only where it matters. */
function headersSource(operation: Operation, lists: HeaderLists): string | undefined {
  const list = (headers: readonly DocumentedHeader[]): string => {
    const lines = headers.map(({ name, header }) => `  ${literal(headerSource(name, header))},\n`);
    const source = `[\n${lines.join("")}]`;
    const words = headers.map((each) => each.name);
    const name = lists.names.name(source, "headers", words);
    note(() => lists.names.name(source, "headers", words) === name);
    return name;
  };
  const shared = sharedHeaders(operation);
  if (shared !== undefined) {
    return shared.length === 0 ? undefined : `{ default: ${list(shared)} }`;
  }
  const members = [...operation.responses.keys()].map((status) => {
    const ofStatus = allHeaders(operation).filter(({ statuses }) => statuses.includes(status));
    return `${escapePropertyKey(status)}: ${list(ofStatus)}`;
  });
  return printList("{", members, "    ", 11);
}

function responsesSource({ responses }: Operation): string {
  const members = [...responses].map(([status, { value }]) => {
    const types = value.content.map(({ mediaType }) => mediaType);
    return `${escapePropertyKey(status)}: ${literal(types)}`;
  });
  return printList("{", members, "    ", 11);
}
