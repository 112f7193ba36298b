import {
  getExplode,
  getStyle,
  hasBrackets,
  type ParameterDefinition,
  type ParameterStyle,
  type ValueType,
} from "./definition.ts";
import { decodeForm, decodePercentEncoding } from "./percent.ts";
import { isJson } from "./pieces.ts";
import {
  splitAtCommas,
  splitAtEncodedCommas,
  splitAtPipes,
  splitAtSpaces,
  splitField,
} from "./split.ts";
import { listDescriptorTypes } from "./typed-text.ts";

/** A parameter definition with its defaults applied, prepared once for many requests. */
export interface Plan {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly type: ValueType | undefined;
  readonly array: boolean;
  readonly object: boolean;
  /** True when lists and objects inside the value have brackets, `name[a][0]`. */
  readonly brackets: boolean;
  /** True when the value may be a primitive. Also true without a type, because text then stays text. */
  readonly primitive: boolean;
  /** Splits the text of an array or object that does not explode into its parts, which are still encoded. */
  readonly split: (text: string) => readonly string[];
  /**
   * `split` for a parameter that is repeated or written with `[]`, where an encoded comma is always part of an item.
   */
  readonly splitRepeated: (text: string) => readonly string[];
  /** Decodes one value. */
  readonly decode: (text: string) => string;
  readonly content: "json" | "text" | undefined;
  readonly emptyAsAbsent: boolean;
}

export function planParameter(definition: ParameterDefinition): Plan {
  const { name, type, contentType } = definition;
  const style = getStyle(definition);
  const names = listDescriptorTypes(type);
  const array = names.includes("array");
  const object = names.includes("object");
  const splitRepeated = chooseSplitter(style, definition.in === "header");
  return {
    name,
    style,
    explode: getExplode(definition),
    type,
    array,
    object,
    brackets:
      contentType === undefined &&
      ((object && style === "deepObject") || ((object || array) && hasBrackets(definition))),
    primitive: names.length === 0 || names.some((name) => name !== "array" && name !== "object"),
    split: definition.splitEncoded === true ? splitAtEncodedCommas : splitRepeated,
    splitRepeated,
    decode: chooseDecoder(definition, style),
    content: contentType === undefined ? undefined : isJson(contentType) ? "json" : "text",
    emptyAsAbsent: definition.emptyAsAbsent ?? false,
  };
}

function chooseSplitter(style: ParameterStyle, header: boolean): Plan["split"] {
  switch (style) {
    case "spaceDelimited":
      return splitAtSpaces;
    case "pipeDelimited":
      return splitAtPipes;
    default:
      return header ? splitField : splitAtCommas;
  }
}

function chooseDecoder(
  definition: ParameterDefinition,
  style: ParameterStyle,
): (text: string) => string {
  switch (definition.in) {
    case "query":
    case "querystring":
      return decodeForm;
    case "header":
      return (text) => text;
    default:
      return style === "cookie" ? (text) => text : decodePercentEncoding;
  }
}
