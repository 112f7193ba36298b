import type { JsonType } from "../schema/values/json-types.ts";

/** The styles of OpenAPI 3.1, section 4.8.12.2.1, and `cookie` of OpenAPI 3.2. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** `querystring` (OpenAPI 3.2) is the whole query string as one value, and always has a `contentType`. */
export type ParameterLocation = "path" | "query" | "header" | "cookie" | "querystring";

/** The types of JSON Schema by name. */
export type ValueTypeName = JsonType;

/**
 * The target type of a text: the part of a parameter's schema that decides how text is read, with `$ref`, `allOf` and unions
 * already folded in. A union is a list of type names beside the members of all its branches, for example `{ type: ["string",
 * "object"], additionalProperties: { type: "string" } }`.
 *
 * Without `type` text stays text. With `string` and another type in one list, text that reads exactly as the other type
 * becomes that type (`"5"` with `["string", "integer"]` is 5), as a JSON document would write it.
 */
export interface ValueType {
  readonly type?: ValueTypeName | readonly ValueTypeName[];
  /** Of an array. Absent: items stay text. */
  readonly items?: ValueType;
  /** Of an object, by name. */
  readonly properties?: Readonly<Record<string, ValueType>>;
  /**
   * Of an object: the type of every other property. Absent: other properties stay text, and an exploded form object,
   * whose properties are query parameters of their own, takes only its declared `properties`.
   */
  readonly additionalProperties?: ValueType;
}

/** The serialization of one parameter. The members have the meaning and the defaults of OpenAPI 3.1, section 4.8.12.2. */
export interface ParameterDefinition {
  readonly name: string;
  readonly in: ParameterLocation;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: true for `form` and `cookie`, else false. `deepObject` ignores it. */
  readonly explode?: boolean;
  /** Reserved characters of RFC 3986 stand as they are in the query (RFC 6570, section 3.2.3). Default: false. */
  readonly allowReserved?: boolean;
  /** Set for a parameter with `content`: JSON media types are JSON text, all others plain text; `style` is ignored. */
  readonly contentType?: string;
  /** Only needed to decode. */
  readonly type?: ValueType;
  /**
   * Only for decoding the query: `name`, `name=` and `name=null` mean that the parameter is absent. Default: false, an
   * empty text is an empty text.
   */
  readonly emptyAsAbsent?: boolean;
  /**
   * Of a list that is joined by commas: an encoded comma separates too, so that `p=a%2Cb` is two items, as the clients
   * mean that encode a joined list as a whole (`URLSearchParams` does). A parameter that is repeated or written as `p[]`
   * keeps encoded commas; so an item with a comma is sent as `p[]=a%2Cb`. Default: false.
   */
  readonly splitEncoded?: boolean;
}

/** The style in force for a parameter (OpenAPI 3.1, section 4.8.12.2.1). */
export function getStyle(definition: ParameterDefinition): ParameterStyle {
  if (definition.style !== undefined) {
    return definition.style;
  }
  return definition.in === "path" || definition.in === "header" ? "simple" : "form";
}

/** Returns whether a parameter explodes, with the default of its style (OpenAPI 3.1, section 4.8.12.2.1). */
export function getExplode(definition: ParameterDefinition): boolean {
  const style = getStyle(definition);
  return definition.explode ?? (style === "form" || style === "cookie");
}
