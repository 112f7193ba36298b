import { fromUtf8Bytes } from "../parameters/decode-header.ts";
import type { ParameterDefinition, ValueType } from "../parameters.ts";
import type { ClientOperation } from "./operation.ts";

/** A documented header of an answer: `style: simple`, or a media type. */
export interface HeaderDefinition extends Omit<ParameterDefinition, "in"> {
  /** The statuses whose answers have it, as the document writes them. Default: all. */
  readonly statuses?: readonly string[];
}

/** `responseHeaders` for headers that are single texts, numbers, booleans or null. */
export function primitiveHeaders(
  definitions: readonly HeaderDefinition[],
): NonNullable<ClientOperation["readHeaders"]> {
  return (response) =>
    readHeaders(response, definitions, ({ type }, text) => primitive(text, type));
}

/** The headers of an answer by name, of those that its status has. */
export function readHeaders(
  { status, headers }: Response,
  definitions: readonly HeaderDefinition[],
  decode: (definition: HeaderDefinition, text: string) => unknown,
): Readonly<Record<string, unknown>> {
  const values: [string, unknown][] = [];
  for (const definition of definitions) {
    const { name, statuses } = definition;
    const text = headers.get(name);
    if (text !== null && (statuses === undefined || statuses.some((one) => fits(one, status)))) {
      values.push([name, decode(definition, fromUtf8Bytes(text))]);
    }
  }
  return Object.fromEntries(values);
}

/** The names of a type; none for any. */
export function namesOf(type: ValueType | undefined): readonly string[] {
  return [type?.type ?? []].flat();
}

/** A text that does not read as one of the types stays a text, and so does an integer that a number cannot hold. */
export function primitive(text: string, type: ValueType | undefined): unknown {
  const names = namesOf(type);
  const isText = names.length === 0 || names.includes("string");
  const value = /\s/.test(text) ? text : parse(text || "null", text);
  if (value === null) {
    return names.includes("null") && !isText ? value : text;
  }
  const isNumber =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (Number.isSafeInteger(value) || !/^-?\d+$/.test(text) || String(value) === text) &&
    (names.includes("number") || (names.includes("integer") && Number.isInteger(value)));
  return isNumber || (typeof value === "boolean" && names.includes("boolean")) ? value : text;
}

/** The value of a text of JSON. */
export function parse(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function fits(written: string, status: number): boolean {
  const text = String(status);
  return written === text || written === "default" || written.toUpperCase() === `${text[0]}XX`;
}
