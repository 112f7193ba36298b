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
import { isPrimitive, listDescriptorTypes } from "./typed-text.ts";

/** How one text is read. */
export interface TextPlan {
  readonly explode: boolean;
  readonly type: ValueType | undefined;
  readonly array: boolean;
  readonly object: boolean;
  /** True when the value may be a text, a number or a boolean. Also true without a type, because text then stays text. */
  readonly primitive: boolean;
  /** Splits the text of an array or object that does not explode into its parts, which are still encoded. */
  readonly split: (text: string) => readonly string[];
  /** Decodes one value. */
  readonly decode: (text: string) => string;
  readonly content: "json" | "text" | undefined;
}

/** A parameter definition with its defaults applied, prepared once for many requests. */
export interface Plan extends TextPlan {
  readonly name: string;
  readonly style: ParameterStyle;
  /** True when lists and objects inside the value have brackets, `name[a][0]`. */
  readonly brackets: boolean;
  /**
   * `split` for a parameter that is repeated or written with `[]`, where an encoded comma is always part of an item.
   */
  readonly splitRepeated: (text: string) => readonly string[];
  readonly emptyAsAbsent: boolean;
}

export function planParameter(definition: ParameterDefinition): Plan {
  const { name, contentType } = definition;
  const style = getStyle(definition);
  const plan = planHeader(definition);
  const { object, array } = plan;
  const splitRepeated = definition.in === "header" ? splitField : chooseSplitter(style);
  return {
    ...plan,
    name,
    style,
    explode: getExplode(definition),
    brackets:
      contentType === undefined &&
      ((object && style === "deepObject") || ((object || array) && hasBrackets(definition))),
    split: definition.splitEncoded === true ? splitAtEncodedCommas : splitRepeated,
    splitRepeated,
    decode: chooseDecoder(definition, style),
    emptyAsAbsent: definition.emptyAsAbsent ?? false,
  };
}

/** The plan of a header. It needs no code of other styles, so a client with typed headers stays small. */
export function planHeader({
  explode = false,
  type,
  contentType,
}: Omit<ParameterDefinition, "in">): TextPlan {
  const names = listDescriptorTypes(type);
  return {
    explode,
    type,
    array: names.includes("array"),
    object: names.includes("object"),
    primitive: isPrimitive(type),
    split: splitField,
    decode: (text) => text,
    content: contentType === undefined ? undefined : isJson(contentType) ? "json" : "text",
  };
}

function chooseSplitter(style: ParameterStyle): Plan["split"] {
  switch (style) {
    case "spaceDelimited":
      return splitAtSpaces;
    case "pipeDelimited":
      return splitAtPipes;
    default:
      return splitAtCommas;
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
