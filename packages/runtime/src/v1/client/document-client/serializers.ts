import { encodePercentOthers } from "../../parameters/percent.ts";
import type { ParameterStyle } from "../../parameters.ts";

/** How `createClient` writes the query when it does not know the document's styles. The same as in openapi-fetch. */
export interface QuerySerializerOptions {
  /** Default: `form`, exploded. */
  array?: { style: "form" | "spaceDelimited" | "pipeDelimited"; explode: boolean };
  /** Default: `deepObject`, which always explodes. */
  object?: { style: "form" | "deepObject"; explode: boolean };
  /** Leaves reserved characters unencoded, except the ones that would break the query. Default: false. */
  allowReserved?: boolean;
}

/** A style, and whether it explodes. */
export interface SerializeOptions {
  style: Exclude<ParameterStyle, "cookie">;
  explode: boolean;
  allowReserved?: boolean;
}

/**
 * `name=value`; empty for null and undefined.
 *
 * @throws Error for an array or object
 * @example
 * ```ts
 * import { serializePrimitiveParam } from "@specwright/runtime/v1/client";
 *
 * serializePrimitiveParam("q", "a b"); // => "q=a%20b"
 * ```
 */
export function serializePrimitiveParam(
  name: string,
  value: unknown,
  options?: { allowReserved?: boolean },
): string {
  return value === undefined || value === null ? "" : `${name}=${encodePrimitive(value, options)}`;
}

/**
 * Writes an object in a style; empty for any other value. @throws Error when a property is an array or object
 *
 * @example
 * ```ts
 * import { serializeObjectParam } from "@specwright/runtime/v1/client";
 *
 * serializeObjectParam("filter", { size: 1 }, { style: "deepObject", explode: true }); // => "filter[size]=1"
 * ```
 */
export function serializeObjectParam(
  name: string,
  value: unknown,
  options: SerializeOptions,
): string {
  if (typeof value !== "object" || value === null) {
    return "";
  }
  const { style, explode } = options;
  const entries = Object.entries(value);
  if (!explode && style !== "deepObject") {
    return join(
      name,
      style,
      entries.flatMap(([key, member]) => [key, encodePrimitive(member, options)]),
    );
  }
  const prefix = getStylePrefix(style);
  return (
    prefix +
    entries
      .map(([key, member]) =>
        serializePrimitiveParam(style === "deepObject" ? `${name}[${key}]` : key, member, options),
      )
      .filter((pair) => pair !== "")
      .join(getStyleSeparator(style))
  );
}

/**
 * Writes an array in a style; empty for any other value. @throws Error when an item is an array or object
 *
 * @example
 * ```ts
 * import { serializeArrayParam } from "@specwright/runtime/v1/client";
 *
 * serializeArrayParam("id", [1, 2], { style: "form", explode: false }); // => "id=1,2"
 * serializeArrayParam("id", [1, 2], { style: "form", explode: true }); // => "id=1&id=2"
 * ```
 */
export function serializeArrayParam(
  name: string,
  value: unknown,
  options: SerializeOptions,
): string {
  if (!Array.isArray(value)) {
    return "";
  }
  const { style, explode } = options;
  if (!explode) {
    return join(
      name,
      style,
      value.map((item) => encodePrimitive(item, options)),
    );
  }
  const bare = style === "simple" || style === "label";
  return (
    getStylePrefix(style) +
    value
      .map((item) =>
        bare ? encodePrimitive(item, options) : serializePrimitiveParam(name, item, options),
      )
      .join(getStyleSeparator(style))
  );
}

function encodePrimitive(value: unknown, options?: { allowReserved?: boolean }): string {
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    throw new Error(
      "OpenAPI has no style for nested arrays and objects. Pass a `querySerializer` that writes them.",
    );
  }
  const text = value instanceof Date ? value.toISOString() : String(value);
  return options?.allowReserved ? encodePercentOthers(text) : encodeURIComponent(text);
}

function getStylePrefix(style: ParameterStyle): string {
  return style === "label" ? "." : style === "matrix" ? ";" : "";
}

function getStyleSeparator(style: ParameterStyle): string {
  return style === "simple" ? "," : getStylePrefix(style) || "&";
}

function join(name: string, style: ParameterStyle, texts: readonly string[]): string {
  const delimiter = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "|" : ",";
  const named = style !== "simple" && style !== "label";
  return `${getStylePrefix(style)}${named ? `${name}=` : ""}${texts.join(delimiter)}`;
}

/**
 * The query of a call, without `?`: arrays and objects in the styles of the options, without null and undefined.
 *
 * @example
 * ```ts
 * import { createQuerySerializer } from "@specwright/runtime/v1/client";
 *
 * const write = createQuerySerializer({ array: { style: "form", explode: false } });
 * write({ id: [1, 2], q: null }); // => "id=1,2"
 * ```
 */
export function createQuerySerializer<T = unknown>(
  options: QuerySerializerOptions = {},
): (query: T) => string {
  const { array, object, allowReserved = false } = options;
  return (query) =>
    Object.entries(query ?? {})
      .map(([name, value]) =>
        Array.isArray(value)
          ? value.length === 0
            ? ""
            : serializeArrayParam(name, value, {
                style: "form",
                explode: true,
                ...array,
                allowReserved,
              })
          : typeof value === "object" && value !== null && !(value instanceof Date)
            ? serializeObjectParam(name, value, {
                style: "deepObject",
                explode: true,
                ...object,
                allowReserved,
              })
            : serializePrimitiveParam(name, value, { allowReserved }),
      )
      .filter((text) => text !== "")
      .join("&");
}

/**
 * Writes the path of a call. A template may name its style: `{id}`, `{id*}`, `{.id}`, `{;id*}`. Parameters without a value
 * stay as they are.
 *
 * @throws TypeError when a value would make a segment `.` or `..`, which URL parsers drop
 * @example
 * ```ts
 * import { defaultPathSerializer } from "@specwright/runtime/v1/client";
 *
 * defaultPathSerializer("/notes/{id}", { id: "a/b" }); // => "/notes/a%2Fb"
 * ```
 */
export function defaultPathSerializer(
  pathname: string,
  pathParams: Record<string, unknown>,
): string {
  return pathname.replace(/\{([.;]?)([^{}]+?)(\*?)\}/g, (whole, prefix, name, star) => {
    const value = Object.hasOwn(pathParams, name) ? pathParams[name] : undefined;
    if (value === undefined || value === null) {
      return whole;
    }
    const text = serializePathValue(name, value, {
      style: prefix === "." ? "label" : prefix === ";" ? "matrix" : "simple",
      explode: star === "*",
    });
    if (text === "." || text === "..") {
      throw new TypeError(`Path parameter "${name}" must not be "." or "..".`);
    }
    return text;
  });
}

function serializePathValue(name: string, value: unknown, options: SerializeOptions): string {
  if (Array.isArray(value)) {
    return serializeArrayParam(name, value, options);
  }
  if (typeof value === "object" && !(value instanceof Date)) {
    return serializeObjectParam(name, value, options);
  }
  const text =
    options.style === "matrix" ? serializePrimitiveParam(name, value) : encodePrimitive(value);
  return getStylePrefix(options.style) + text;
}

/**
 * Encodes the body of a call: FormData is sent as it is, an object is form-urlencoded when the headers say so,
 * everything else is JSON.
 *
 * @example
 * ```ts
 * import { defaultBodySerializer } from "@specwright/runtime/v1/client";
 *
 * defaultBodySerializer({ a: 1 }); // => '{"a":1}'
 * defaultBodySerializer({ a: 1 }, { "content-type": "application/x-www-form-urlencoded" }); // => "a=1"
 * ```
 */
export function defaultBodySerializer(
  body: unknown,
  headers?: Headers | Record<string, unknown>,
): RequestInit["body"] {
  if (body instanceof FormData) {
    return body;
  }
  const type =
    headers instanceof Headers
      ? headers.get("content-type")
      : (headers?.["Content-Type"] ?? headers?.["content-type"]);
  return type === "application/x-www-form-urlencoded"
    ? // The declared type of such a body is an object of texts.
      new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body);
}
