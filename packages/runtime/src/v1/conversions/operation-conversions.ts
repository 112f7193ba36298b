import { NumberText, readExactly } from "./exact-json.ts";
import type { Convert } from "./single-values.ts";

/**
 * The conversions of one operation, as generated code has them: for a client those that encode the request and decode
 * the answer, for a server the opposite.
 */
export interface OperationConversions {
  /** By location and name. */
  readonly parameters?: Readonly<
    Partial<Record<string, Readonly<Record<string, Convert | undefined>>>>
  >;
  /** Of the request's body, by media type. */
  readonly body?: Readonly<Record<string, Convert | undefined>>;
  /** Of bodies by status, as the document writes it, and media type. */
  readonly responses?: Readonly<
    Record<string, Readonly<Record<string, Convert | undefined>> | undefined>
  >;
  /** Of the documented headers of answers, by name. */
  readonly headers?: Readonly<Record<string, Convert | undefined>>;
  /** True when JSON that is received has numbers that `JSON.parse` would round. */
  readonly isExact?: boolean;
  /** Parameters with integers that a double may not hold, by location. */
  readonly exact?: Readonly<Partial<Record<string, readonly string[]>>>;
}

/** Converts the members of an object that have a conversion. Returns a copy. */
export function convertNamed(
  values: Readonly<Record<string, unknown>>,
  conversions: Readonly<Record<string, Convert | undefined>>,
  at: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const convert = Object.hasOwn(conversions, name) ? conversions[name] : undefined;
      const converted = convert?.(readExactly(values, name), `${at}/${name}`);
      return [name, convert === undefined || converted instanceof NumberText ? value : converted];
    }),
  );
}

/** The conversion of an answer's body. */
export function findBodyConversion(
  { responses = {} }: OperationConversions,
  status: number,
  mediaType: string,
): Convert | undefined {
  const byType = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  return byType && findByMediaType(byType, mediaType);
}

/** The conversion of a body by its media type. Services often send JSON under another type, so the first one is usual. */
export function findByMediaType(
  conversions: Readonly<Record<string, Convert | undefined>>,
  mediaType: string,
): Convert | undefined {
  const essence = readEssence(mediaType);
  const key = Object.keys(conversions).find((each) => readEssence(each) === essence);
  return conversions[key ?? Object.keys(conversions)[0] ?? ""];
}

function readEssence(mediaType: string): string {
  return mediaType.split(";", 1).join().trim().toLowerCase();
}
