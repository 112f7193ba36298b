import { isNestedTooDeep } from "../schema/nesting.ts";
import { formErrors } from "./encoding.ts";
import { invalidRequest } from "./failure.ts";
import { JsonProblem, parseJsonText } from "./json-text.ts";
import { isJsonType, isTextType } from "./media-type.ts";
import { nestingMessage } from "./nesting.ts";

/** What makes a value of the text of a body, or a Failed; undefined for media types that are no text. */
export function parserOf(
  essence: string,
  decodeForm: ((text: string) => Record<string, unknown>) | undefined,
): ((text: string) => unknown) | undefined {
  if (isJsonType(essence)) {
    return parseJson;
  }
  if (decodeForm !== undefined) {
    return (text) => parseForm(text, decodeForm);
  }
  return isTextType(essence) ? (text) => text : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The value of a body that is text in UTF-8, or a Failed. */
export function parseText(bytes: Uint8Array, parse: (text: string) => unknown): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return invalidRequest(["body: not valid UTF-8"]);
  }
  return parse(text);
}

/** Undefined for an empty text: that is no body. */
function parseJson(text: string): unknown {
  if (text === "") {
    return undefined;
  }
  try {
    const value = parseJsonText(text);
    return value instanceof JsonProblem
      ? invalidRequest([`body${value.place}: ${value.message}`])
      : value;
  } catch {
    return invalidRequest(["body: not valid JSON"]);
  }
}

function parseForm(text: string, decode: (text: string) => Record<string, unknown>): unknown {
  const errors = formErrors(text);
  if (errors.length > 0) {
    return invalidRequest(errors);
  }
  const value = decode(text);
  return isNestedTooDeep(value) ? invalidRequest([`body: ${nestingMessage}`]) : value;
}
