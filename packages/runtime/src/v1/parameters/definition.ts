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

/**
 * How the query and forms write the items of a list, in the words of `qs`, a library that many servers read queries with:
 *
 * - `repeat` repeats the name, `a=1&a=2`, as OpenAPI describes.
 * - `brackets` adds `[]` to it, `a[]=1&a[]=2`, as Rails and jQuery do. Where items are lists or objects, they have indexes.
 * - `indices` adds the index, `a[0]=1&a[1]=2`, as PHP and Stripe's SDKs do.
 */
export type ArrayFormat = "repeat" | "brackets" | "indices";

/** The types of JSON Schema by name. */
export type ValueTypeName = JsonType;

/**
 * The type to read a string as: the part of a parameter's schema that decides this, with `$ref`, `allOf` and unions
 * already merged. A union is a list of type names together with the members of all its branches, for example `{ type:
 * ["string", "object"], additionalProperties: { type: "string" } }`.
 *
 * Without `type`, text stays text. When the list has `string` and another type, a text in the JSON notation of the
 * other type becomes that type: with `["string", "integer"]`, `"5"` is 5.
 */
export interface ValueType {
  readonly type?: ValueTypeName | readonly ValueTypeName[];
  /** The types of an array's first items. */
  readonly prefixItems?: readonly ValueType[];
  /** The type of an array's other items. Default: they stay text. */
  readonly items?: ValueType;
  /** The types of an object's properties by name. */
  readonly properties?: Readonly<Record<string, ValueType>>;
  /** The types of properties whose name is not in `properties` and matches an expression (with the flag `u`). */
  readonly patternProperties?: Readonly<Record<string, ValueType>>;
  /**
   * The type of an object's other properties. Default: they stay text. In an exploded form object, where each property
   * is a query parameter, only declared properties are taken then.
   */
  readonly additionalProperties?: ValueType;
}

/**
 * The serialization of one parameter. Its members have the meaning and the defaults of OpenAPI 3.1, section 4.8.12.2.
 */
export interface ParameterDefinition {
  readonly name: string;
  readonly in: ParameterLocation;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: true for `form` and `cookie`, else false. `deepObject` ignores it. */
  readonly explode?: boolean;
  /** Leaves the reserved characters of RFC 3986 unencoded in the query (RFC 6570, section 3.2.3). Default: false. */
  readonly allowReserved?: boolean;
  /**
   * For `deepObject`, and for `form` with `explode`, in the query. With `brackets` and `indices` lists and objects may be
   * inside each other, `lines[0][price]=5`. Default: `repeat`.
   */
  readonly arrayFormat?: ArrayFormat;
  /**
   * The media type of a parameter with `content`. JSON types are written as JSON, all others as plain text. `style` is
   * ignored.
   */
  readonly contentType?: string;
  /** Needed for decoding only. */
  readonly type?: ValueType;
  /**
   * Used for decoding the query: `name`, `name=` and `name=null` mean that the parameter is absent. Default: false, so
   * an empty string is an empty string.
   */
  readonly emptyAsAbsent?: boolean;
  /**
   * For a list joined by commas: an encoded comma also separates, so that `p=a%2Cb` is two items. Some clients join the
   * list first and then encode the whole text, as `URLSearchParams` does. In a parameter that is repeated or written as
   * `p[]`, an encoded comma never separates, so an item with a comma can be sent as `p[]=a%2Cb`. Default: false.
   */
  readonly splitEncoded?: boolean;
}

/** The style of a parameter, with the default of its location (OpenAPI 3.1, section 4.8.12.2.1). */
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

/** Returns whether lists of a parameter are written in brackets, so that it carries lists and objects of any depth. */
export function hasBrackets({ arrayFormat = "repeat" }: ParameterDefinition): boolean {
  return arrayFormat !== "repeat";
}
