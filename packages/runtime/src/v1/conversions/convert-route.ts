import type { DecodedParameters, ParameterDefinition, ValueType } from "../parameters.ts";
import { keepNumber } from "./exact-json.ts";
import {
  convertNamed,
  findBodyConversion,
  findByMediaType,
  type OperationConversions,
} from "./operation-conversions.ts";
import { ConversionError } from "./single-values.ts";

/** The parameters as a handler sees them. They are valid already. */
export function decodeParameters(
  { parameters }: OperationConversions,
  decoded: DecodedParameters,
): DecodedParameters {
  const changed = Object.entries(parameters ?? {}).map(([location, conversions = {}]) => {
    const values = decoded[location as keyof DecodedParameters];
    if (location === "querystring") {
      const [convert] = Object.values(conversions);
      return [location, values === undefined ? values : convert?.(values, "/querystring")];
    }
    return [location, convertNamed(toRecord(values), conversions, `/${location}`)];
  });
  return { ...decoded, ...Object.fromEntries(changed) };
}

/** The body as a handler sees it. */
export function decodeRequestBody(
  { body }: OperationConversions,
  mediaType: string | undefined,
  value: unknown,
): unknown {
  const convert = body && mediaType !== undefined ? findByMediaType(body, mediaType) : undefined;
  return convert === undefined || value === undefined ? value : convert(value, "/body");
}

/**
 * The answer of a handler as it is sent.
 *
 * @throws ConversionError for a value that cannot be sent
 */
export function encodeResponse(
  conversions: OperationConversions,
  response: unknown,
  findMediaType: (status: number) => string | undefined,
): unknown {
  if (typeof response !== "object" || response === null || response instanceof Response) {
    return response;
  }
  // The router checks these members after this.
  const { status, body, headers, mediaType } = response as Readonly<Record<string, unknown>>;
  const type = typeof mediaType === "string" ? mediaType : findMediaType(Number(status));
  const encode = findBodyConversion(conversions, Number(status), type ?? "");
  return {
    ...response,
    ...(encode !== undefined && body !== undefined && { body: encode(body, "/body") }),
    ...(conversions.headers !== undefined &&
      headers !== undefined && {
        headers: convertNamed(toRecord(headers), conversions.headers, "/headers"),
      }),
  };
}

/** The definitions of parameters, in which numbers that must not be rounded are read as texts. */
export function readExactAsText(
  conversions: OperationConversions | undefined,
  definitions: readonly ParameterDefinition[],
): readonly ParameterDefinition[] {
  const isExact = (each: ParameterDefinition): boolean =>
    conversions?.exact?.[each.in]?.includes(each.name) === true;
  return definitions.map((each) => {
    const { type, ...others } = each;
    return !isExact(each) || type === undefined
      ? each
      : mayBeList(type)
        ? { ...others, type: { ...type, items: { type: "string" } } }
        : others;
  });
}

function mayBeList({ type = [] }: ValueType): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

/** Numbers that were read as texts. Validators judge them as numbers, and their text is kept. */
export function keepExactParameters(
  { exact }: OperationConversions,
  decoded: DecodedParameters,
): void {
  for (const [location, names = []] of Object.entries(exact ?? {})) {
    const values = toRecord(decoded[location as keyof DecodedParameters]);
    for (const name of names) {
      const value = values[name];
      keepExact(values, name);
      if (Array.isArray(value)) {
        Object.keys(value).forEach((index) => {
          keepExact(value, index);
        });
      }
    }
  }
}

/** RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function keepExact(owner: object, key: string): void {
  const values = owner as Record<string, unknown>;
  const text = values[key];
  if (typeof text === "string" && jsonNumber.test(text)) {
    values[key] = Number(text);
    if (String(values[key]) !== text) {
      keepNumber(owner, key, text);
    }
  }
}

/** The line of an error that cannot be decoded, such as `query.since: not a date-time`. Any other error is thrown. */
export function conversionErrorToLine(error: unknown): string {
  if (!(error instanceof ConversionError)) {
    throw error;
  }
  return `${error.pointer.slice(1).replaceAll("/", ".")}: not ${error.wanted}`;
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
