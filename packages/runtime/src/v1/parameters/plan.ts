import {
  explodeOf,
  type ParameterDefinition,
  type ParameterStyle,
  styleOf,
  type ValueType,
} from "./definition.ts";
import { formDecode, percentDecode } from "./percent.ts";
import { isJson } from "./pieces.ts";
import { typeNames } from "./typed-text.ts";

/** A definition with its defaults applied and its descriptor asked once, for many requests. */
export interface Plan {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly type: ValueType | undefined;
  readonly array: boolean;
  readonly object: boolean;
  /** Also when the descriptor says nothing: then text stays text. */
  readonly primitive: boolean;
  /** Between the values of an array or object that does not explode. */
  readonly delimiter: RegExp;
  /** Undoes the encoding of one value. */
  readonly decode: (text: string) => string;
  readonly content: "json" | "text" | undefined;
  readonly emptyAsAbsent: boolean;
}

export function planOf(definition: ParameterDefinition): Plan {
  const { name, type, contentType } = definition;
  const style = styleOf(definition);
  const names = typeNames(type);
  return {
    name,
    style,
    explode: explodeOf(definition),
    type,
    array: names.includes("array"),
    object: names.includes("object"),
    primitive: names.length === 0 || names.some((name) => name !== "array" && name !== "object"),
    delimiter: delimiterOf(style, definition.in === "header"),
    decode: decoderOf(definition, style),
    content: contentType === undefined ? undefined : isJson(contentType) ? "json" : "text",
    emptyAsAbsent: definition.emptyAsAbsent ?? false,
  };
}

function delimiterOf(style: ParameterStyle, header: boolean): RegExp {
  switch (style) {
    case "spaceDelimited":
      return /%20|\+| /;
    case "pipeDelimited":
      return /%7C|\|/i;
    default:
      // Optional white space around the commas of a header is no part of its items (RFC 9110, section 5.6.1).
      return header ? /[ \t]*,[ \t]*/ : /,/;
  }
}

function decoderOf(
  definition: ParameterDefinition,
  style: ParameterStyle,
): (text: string) => string {
  switch (definition.in) {
    case "query":
    case "querystring":
      return formDecode;
    case "header":
      return (text) => text;
    default:
      return style === "cookie" ? (text) => text : percentDecode;
  }
}
