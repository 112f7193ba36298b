import {
  findItemType,
  findPropertyType,
  listDescriptorTypes,
  readTypedText,
  setMember,
} from "../../../parameters/typed-text.ts";
import { decodeHeader, type ValueType } from "../../../parameters.ts";
import { getEssence, includesMediaType, isJsonType } from "../../answers/media-type.ts";
import type { PartDefinition, PartsDefinition } from "../../operation.ts";
import { JsonProblem, parseJsonText } from "../json-text.ts";
import type { PartHead } from "./head.ts";
import type { Part } from "./read.ts";

/** A multipart body as the value that its schema describes. */
export interface DecodedParts {
  readonly value: Record<string, unknown>;
  /** The documented header fields of parts, by the name of the part. A part that is a list has a list here. */
  readonly headers: Record<string, unknown>;
}

type Definition = Omit<PartDefinition, "name">;

/** The document's description of the parts of a name; undefined when the document does not describe them. */
function findPartDefinition(
  { named, patterns = {}, others }: PartsDefinition,
  name: string | undefined,
): Definition | undefined {
  const type = findPropertyType({ patternProperties: patterns }, name ?? "");
  return named.find((each) => each.name === name) ?? (type && describeTyped(type)) ?? others;
}

function describeTyped(type: ValueType): Definition {
  const { items, prefixItems } = type;
  return type.type === "array"
    ? { isList: true, ...(items && { type: items }), ...(prefixItems && { prefixItems }) }
    : { type };
}

/** The type of one of several parts of a name. */
function findPartType(
  { type, prefixItems, isList }: Definition,
  at: number,
  count: number,
): ValueType | undefined {
  if (isList === true) {
    return prefixItems?.[at] ?? type;
  }
  return count === 1 ? type : (findItemType(type, at) ?? type);
}

/** Returns whether a part is a file. If the document does not describe it, a part with a file name is. */
export function isFilePart(parts: PartsDefinition, { name, filename }: PartHead): boolean {
  const definition = findPartDefinition(parts, name);
  const isAnything = definition === undefined || definition === parts.others;
  return definition?.isFile ?? (isAnything && filename !== undefined);
}

/**
 * Turns parts into a value. Text becomes a number, boolean or JSON value by the schema, a file becomes a `File`, and
 * several parts of one name become a list. A string that does not fit the schema stays text, and the validator refuses
 * it.
 *
 * @param errors gets a line for each problem that a validator cannot find
 */
export function decodeParts(
  definitions: PartsDefinition,
  parts: readonly Part[],
  errors: string[],
): DecodedParts {
  const value: Record<string, unknown> = {};
  const headers: Record<string, unknown> = {};
  for (const [name, group] of groupByName(parts)) {
    const definition = findPartDefinition(definitions, name) ?? {};
    const values = group.map((part, at) =>
      decodePart(name, part, definition, findPartType(definition, at, group.length), errors),
    );
    const [only] = values;
    const isList = definition.isList === true;
    if (definition.isFile === true && !isList && values.length > 1) {
      errors.push(`body.${name}: has to be one file`);
    }
    const isWhole = isList && values.length === 1 && isWholeList(only, definition);
    setMember(value, name, isWhole || (!isList && values.length === 1) ? only : values);
    if (definition.headers !== undefined) {
      const fields = group.map(({ head }) => decodeHeaders(definition, head));
      setMember(headers, name, isList ? fields : fields[0]);
    }
  }
  return { value, headers };
}

/**
 * A list may also come as one part of JSON. Where its items are lists themselves, the items of the part have to be lists whose
 * own items cannot be lists: otherwise the part is one item.
 */
function isWholeList(value: unknown, definition: Definition): boolean {
  const item = findPartType(definition, 0, 1);
  if (!Array.isArray(value) || !listDescriptorTypes(item).includes("array")) {
    return Array.isArray(value);
  }
  const inner = listDescriptorTypes(findItemType(item, 0));
  const isFlat = inner.length > 0 && !inner.includes("array");
  return isFlat && value.length > 0 && value.every(Array.isArray);
}

function groupByName(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const name = part.head.name ?? "";
    const group = groups.get(name);
    if (group === undefined) {
      groups.set(name, [part]);
    } else {
      group.push(part);
    }
  }
  return groups;
}

function decodePart(
  name: string,
  { head, content }: Part,
  definition: Definition,
  type: ValueType | undefined,
  errors: string[],
): unknown {
  const refuse = (complaint: string): void => void errors.push(`body.${name}: ${complaint}`);
  const { contentType, minSize = 0, maxSize = Number.POSITIVE_INFINITY } = definition;
  if (head.contentType !== undefined && contentType !== undefined) {
    const essence = getEssence(head.contentType);
    if (!contentType.split(",").some((range) => includesMediaType(getEssence(range), essence))) {
      refuse(`media type has to be ${contentType}`);
    }
  }
  if (content instanceof Blob) {
    if (content.size < minSize || content.size > maxSize) {
      refuse(content.size < minSize ? `at least ${minSize} bytes` : `at most ${maxSize} bytes`);
    }
    return content;
  }
  const text = new TextDecoder().decode(content);
  if (!isJsonPart(head, definition, type)) {
    return readTypedText(text, type);
  }
  try {
    const value = parseJsonText(text);
    if (value instanceof JsonProblem) {
      errors.push(`body.${name}${value.place}: ${value.message}`);
      return text;
    }
    return value;
  } catch {
    // Not JSON: it stays text, which the validator refuses with a better message.
    return text;
  }
}

/**
 * Returns whether a part is JSON: by the part's own content type, else by the document's. Without both, and for
 * `text/plain`, objects and arrays are JSON (OpenAPI 3.1, section 4.8.15.1.1).
 */
function isJsonPart(
  head: PartHead,
  { contentType }: Definition,
  type: ValueType | undefined,
): boolean {
  const said = head.contentType ?? contentType;
  const isText = head.contentType !== undefined && getEssence(head.contentType) === "text/plain";
  return said !== undefined && !isText
    ? isJsonType(getEssence(said))
    : listDescriptorTypes(type).some((each) => each === "object" || each === "array");
}

function decodeHeaders({ headers = [] }: Definition, head: PartHead): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const definition of headers) {
    const text = head.get(definition.name);
    if (text !== null) {
      setMember(values, definition.name, decodeHeader(definition, text));
    }
  }
  return values;
}
