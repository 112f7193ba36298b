import { fromUtf8Bytes } from "../../parameters/decode-header.ts";
import type { ParameterDefinition, ValueType } from "../../parameters.ts";
import type { ClientOperation } from "../operation.ts";

/** A documented header of an answer, written in `style: simple` or in a media type (`content`). */
export interface HeaderDefinition extends Omit<ParameterDefinition, "in"> {
  /** The statuses whose answers have the header, as the document writes them (`200`, `4XX`). Default: all. */
  readonly statuses?: readonly string[];
}

/**
 * `responseHeaders` for documents whose headers are all single texts, numbers, booleans or null, and have one
 * definition for every status.
 */
export function primitiveHeaders(
  definitions: readonly Pick<HeaderDefinition, "name" | "type">[],
): NonNullable<ClientOperation["readHeaders"]> {
  return ({ headers }) =>
    Object.fromEntries(
      definitions.flatMap(({ name, type }) => {
        const text = headers.get(name);
        return text === null ? [] : [[name, readPrimitive(fromUtf8Bytes(text), type)]];
      }),
    );
}

/** The type names of a descriptor; an empty list when any type will do. */
function toTypeNames(type: ValueType | undefined): readonly string[] {
  return [type?.type ?? []].flat();
}

/**
 * The value of a string in one of the types: `5` is a number for `integer`. A string that fits none of them stays a string,
 * as does an integer that a number cannot hold exactly.
 */
function readPrimitive(text: string, type: ValueType | undefined): unknown {
  const names = toTypeNames(type);
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

/** The value of a string of JSON. */
function parse(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
