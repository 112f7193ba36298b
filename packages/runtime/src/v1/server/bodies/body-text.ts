import { isNestedTooDeep } from "../../schema/values/nesting.ts";
import { failInvalidRequest } from "../answers/failure.ts";
import { isJsonType, isTextType } from "../answers/media-type.ts";
import { findFormErrors } from "./encoding.ts";
import { JsonProblem, parseJsonText } from "./json-text.ts";
import { nestingMessage } from "./nesting.ts";

/**
 * Parses a string to a value or a Failed. `memberLimit` is the number of arrays, objects and members that JSON may have.
 */
export type TextParser = (text: string, memberLimit: number) => unknown;

/**
 * The parser for bodies of a media type; undefined for types that are not text.
 *
 * @param parse parses JSON instead of `JSON.parse`
 */
export function chooseTextParser(
  essence: string,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
  parse?: (text: string) => unknown,
): TextParser | undefined {
  if (isJsonType(essence)) {
    return (text, memberLimit) => parseJson(text, memberLimit, parse);
  }
  if (decodeForm !== undefined) {
    return (text) => parseForm(text, decodeForm);
  }
  return isTextType(essence) ? (text) => text : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Decodes a body as UTF-8 and parses it. Returns its value or a Failed. */
export function parseBodyText(bytes: Uint8Array, parse: TextParser, memberLimit: number): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return failInvalidRequest(["body: not valid UTF-8"]);
  }
  return parse(text, memberLimit);
}

/** Returns undefined for an empty string, which counts as a missing body. */
function parseJson(
  text: string,
  memberLimit: number,
  parse: ((text: string) => unknown) | undefined,
): unknown {
  if (text === "") {
    return undefined;
  }
  try {
    const value = parseJsonText(text, memberLimit, parse);
    return value instanceof JsonProblem
      ? failInvalidRequest([`body${value.place}: ${value.message}`])
      : value;
  } catch {
    return failInvalidRequest(["body: not valid JSON"]);
  }
}

function parseForm(text: string, decode: (text: string) => Record<string, unknown>): unknown {
  const errors = findFormErrors(text);
  if (errors.length > 0) {
    return failInvalidRequest(errors);
  }
  const value = decode(text);
  return isNestedTooDeep(value) ? failInvalidRequest([`body: ${nestingMessage}`]) : value;
}
