import type { ValueType } from "@specwright/runtime/v1/parameters";
import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { MediaType, Operation, Schema } from "../../../document/model/model.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts, type MultipartPart } from "../../shared/bodies/multipart-parts.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { describeOtherFields, listFormFields } from "../../shared/parameters/form-definitions.ts";
import { foldValueType } from "../../shared/parameters/value-type.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { fitsAfter, printList } from "../../shared/print/print-list.ts";
import type { DefaultsPlan, DefaultsPlanner } from "../defaults/defaults.ts";
import { isUnchecked } from "../losses/unchecked-bodies.ts";
import { describeHeader } from "./header-source.ts";

/** The bodies that an operation accepts. Undefined when it accepts none. */
export function printAcceptedBodies(
  { requestBody }: Operation,
  plans: BodyPlans,
): string | undefined {
  const { content = [], required = false } = requestBody?.value ?? {};
  if (content.length === 0) {
    return undefined;
  }
  const members = content.map(
    (mediaType) =>
      `${escapePropertyKey(mediaType.mediaType)}: ${printContentSource(mediaType, plans)}`,
  );
  const source = `required: ${required}, content: ${printList("{", members, "      ", fitsAfter(36))}`;
  return `{ ${source} }`;
}

function printContentSource(mediaType: MediaType, plans: BodyPlans): string {
  return printLiteral({ ...describeContent(mediaType), defaults: plans.get(mediaType) });
}

/** The runtime's description of how to read bodies of a media type, without the plan of their defaults. */
export function describeContent(mediaType: MediaType): Readonly<Record<string, unknown>> {
  const kind = classifyMediaType(mediaType.mediaType);
  const isForm = kind === "form";
  const format = findStreamFormat(mediaType.mediaType);
  return {
    form: isForm ? listFormFields(mediaType) : undefined,
    formOthers: isForm ? describeOtherFields(mediaType) : undefined,
    parts: describeParts(mediaType),
    items: format === "json-lines" || format === "json-sequence" ? true : undefined,
    isUnchecked: isUnchecked(mediaType) && kind === "text" ? true : undefined,
  };
}

/** For each body with defaults, the plan for filling them in. */
export type BodyPlans = ReadonlyMap<MediaType, DefaultsPlan | string>;

/** Plans the defaults of an operation's bodies. */
export function planBodies({ requestBody }: Operation, defaults: DefaultsPlanner): BodyPlans {
  return new Map(
    (requestBody?.value.content ?? []).flatMap((mediaType) => {
      const { schema } = mediaType;
      const plan = schema && isFilled(mediaType) ? defaults.plan(schema) : undefined;
      return plan === undefined ? [] : [[mediaType, plan] as const];
    }),
  );
}

/** Returns whether the router parses such a body into a value, so that it can fill in defaults. */
export function isFilled(mediaType: MediaType): boolean {
  const kind = classifyMediaType(mediaType.mediaType);
  return kind === "form" || kind === "json" || listMultipartParts(mediaType) !== undefined;
}

/** The runtime's description of how to make a value from the parts of a multipart body. */
function describeParts(mediaType: MediaType): Readonly<Record<string, unknown>> | undefined {
  const parts = listMultipartParts(mediaType);
  const { schema } = mediaType;
  if (parts === undefined || schema === undefined) {
    return undefined;
  }
  const types = foldValueType(schema, "parts") ?? {};
  const others = parts.find(({ name }) => name === undefined);
  return {
    named: parts.filter((part) => part !== others).map((part) => describePartSource(part, types)),
    patterns: types.patternProperties,
    others: others && describePartSource(others, types),
  };
}

function describePartSource(
  { name, schemas, isFile, isList, encoding }: MultipartPart,
  { properties = {}, additionalProperties }: ValueType,
): Readonly<Record<string, unknown>> {
  const named =
    name !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const own = name === undefined ? additionalProperties : named;
  const type = isFile || own?.type === "string" ? undefined : own;
  const file = isFile ? findFileLimits(schemas) : {};
  const names = [own?.type ?? []].flat().filter((each) => each !== "null");
  const isOther = !isFile && names.length > 0 && !names.includes("array");
  const isWholeList = (!isFile && names.join() === "array") || (isList === true && !isOther);
  return {
    name,
    isFile: isFile || undefined,
    isList: isWholeList || (isOther ? undefined : isList || undefined),
    contentType: encoding?.contentType,
    // In a list, each part is an item. The items are texts when their type is unknown.
    type: isWholeList ? type?.items : type,
    prefixItems: isWholeList ? type?.prefixItems : undefined,
    ...file,
    headers:
      encoding === undefined || encoding.headers.size === 0
        ? undefined
        : [...encoding.headers].map(([header, { value }]) => describeHeader(header, value)),
  };
}

/**
 * The limits of a file's size in bytes: the length of a binary string is counted in bytes (OpenAPI 3.1, section
 * 4.8.15.1.2).
 */
function findFileLimits(schemas: readonly Schema[]): Readonly<Record<string, number | undefined>> {
  const found = schemas
    .map((schema) => followSchemaReferences(schema))
    .map((schema) => (schema?.items === undefined ? schema : followSchemaReferences(schema.items)));
  const [schema] = found;
  return found.length === 1 && schema !== undefined
    ? { minSize: schema.minLength, maxSize: schema.maxLength }
    : {};
}
