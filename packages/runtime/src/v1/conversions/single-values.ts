import { ExactNumber, NumberText } from "./exact-json.ts";

/**
 * Converts a value.
 *
 * @param at JSON Pointer of the value, for errors
 * @throws ConversionError for a value that cannot be converted
 */
export type Convert = (value: unknown, at: string) => unknown;

/** A value cannot be converted: a text is not a date, for example. */
export class ConversionError extends TypeError {
  override readonly name: string = "ConversionError";
  /** JSON Pointer of the value. */
  readonly pointer: string;
  /** What it should be, such as `a date-time`. */
  readonly wanted: string;

  constructor(value: unknown, at: string, wanted: string) {
    const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
    const problem = `${shown} is not ${wanted}`;
    super(at === "" ? problem : `${problem}, at ${at}`);
    this.pointer = at;
    this.wanted = wanted;
  }
}

/** A conversion that keeps what it cannot convert, for members of alternatives that nothing tells apart. */
export function keepOthers(convert: Convert): Convert {
  return (value, at) => {
    try {
      return convert(value, at);
    } catch (error) {
      if (error instanceof ConversionError) {
        return value;
      }
      throw error;
    }
  };
}

/** RFC 3339, section 5.6. `Date` itself reads many other texts, such as `1`. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** A date-time as a Date. As in Temporal, a leap second is the second before it. */
export const decodeDate: Convert = (value, at) => {
  if (typeof value !== "string") {
    return value;
  }
  const date = new Date(
    value
      .toUpperCase()
      .replace(" ", "T")
      .replace(/:60(?=[.Z+-])/, ":59"),
  );
  if (!dateTime.test(value) || Number.isNaN(date.getTime())) {
    throw new ConversionError(value, at, "a date-time");
  }
  return date;
};

/** A Date as a date-time in UTC. */
export const encodeDate: Convert = (value, at) => {
  if (!(value instanceof Date)) {
    return value;
  }
  if (Number.isNaN(value.getTime())) {
    throw new ConversionError(value, at, "a date-time");
  }
  return value.toISOString();
};

/** A Date as a date-time. Refuses a text. */
export const checkDate: Convert = (value, at) =>
  value instanceof Date ? encodeDate(value, at) : refuseWire(value, at, "string", "a Date");

/** The members of `Temporal` that conversions use. */
export interface TemporalLike {
  readonly Instant: { from(text: string): unknown };
  readonly PlainDate: { from(text: string): unknown };
}

/** A date-time as a Temporal.Instant. */
export function decodeInstant(value: unknown, at: string, temporal: TemporalLike): unknown {
  return readText(value, at, "a date-time", (text) => temporal.Instant.from(text));
}

/** A date as a Temporal.PlainDate. */
export function decodePlainDate(value: unknown, at: string, temporal: TemporalLike): unknown {
  return readText(value, at, "a date", (text) => temporal.PlainDate.from(text));
}

function readText(
  value: unknown,
  at: string,
  wanted: string,
  read: (text: string) => unknown,
): unknown {
  if (typeof value !== "string") {
    return value;
  }
  try {
    return read(value);
  } catch {
    throw new ConversionError(value, at, wanted);
  }
}

/** A Temporal.Instant as a date-time. */
export const encodeInstant: Convert = (value) =>
  isTemporal(value, "Instant") ? String(value) : value;

/** A Temporal.PlainDate as a date. */
export const encodePlainDate: Convert = (value) =>
  isTemporal(value, "PlainDate") ? String(value) : value;

/** A Temporal.Instant as a date-time. Refuses a text. */
export const checkInstant: Convert = (value, at) =>
  isTemporal(value, "Instant")
    ? String(value)
    : refuseWire(value, at, "string", "a Temporal.Instant");

/** A Temporal.PlainDate as a date. Refuses a text. */
export const checkPlainDate: Convert = (value, at) =>
  isTemporal(value, "PlainDate")
    ? String(value)
    : refuseWire(value, at, "string", "a Temporal.PlainDate");

/** The tag is the same for every implementation of Temporal. */
function isTemporal(value: unknown, name: string): boolean {
  return Object.prototype.toString.call(value) === `[object Temporal.${name}]`;
}

/** An integer as a bigint. */
export const decodeBigInt: Convert = (value, at) =>
  typeof value === "number" || value instanceof NumberText
    ? toBigInt(value instanceof NumberText ? value.text : String(value), at)
    : value;

function toBigInt(text: string, at: string): bigint {
  const exact = readInteger(text);
  if (exact === undefined) {
    throw new ConversionError(text, at, "an integer");
  }
  return exact;
}

/** An integer of JSON, which may be written as `1.0` or `1e3`. */
function readInteger(text: string): bigint | undefined {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  const isWhole = shift >= 0 || /^0*$/.test(digits.slice(shift));
  // Without a limit, `1e999999999` would need all memory.
  if (sign === undefined || !isWhole || shift > largestExponent) {
    return undefined;
  }
  const kept = shift < 0 ? digits.slice(0, shift) || "0" : digits + "0".repeat(shift);
  return BigInt(kept) * (sign === "-" ? -1n : 1n);
}

/** As of the largest double. */
const largestExponent = 308;

/** A bigint as a number that is written exactly. */
export const encodeBigInt: Convert = (value) =>
  typeof value !== "bigint"
    ? value
    : Number.isSafeInteger(Number(value))
      ? Number(value)
      : new ExactNumber(String(value));

/** A bigint as a number, rounded as `JSON.parse` does. Refuses a number. */
export const checkBigInt: Convert = (value, at) =>
  typeof value === "bigint" ? Number(value) : refuseWire(value, at, "number", "a bigint");

/** An integer that is sent as text. */
export const decodeBigIntText: Convert = (value, at) => {
  if (typeof value !== "string") {
    return value;
  }
  if (!/^(?:0|-?[1-9]\d*)$/.test(value)) {
    throw new ConversionError(value, at, "an integer");
  }
  return BigInt(value);
};

/** A bigint as text. */
export const encodeBigIntText: Convert = (value) =>
  typeof value === "bigint" ? String(value) : value;

/** A bigint as text. Refuses a text. */
export const checkBigIntText: Convert = (value, at) =>
  typeof value === "bigint" ? String(value) : refuseWire(value, at, "string", "a bigint");

/** A number as the text that was sent. */
export const decodeDecimal: Convert = (value) =>
  typeof value === "number" ? String(value) : value instanceof NumberText ? value.text : value;

/** The text of a number, as a number. */
export const encodeDecimal: Convert = (value, at) => {
  if (typeof value !== "string") {
    return value;
  }
  assertNumber(value, at);
  return String(Number(value)) === value ? Number(value) : new ExactNumber(value);
};

/** The text of a number as a number. Refuses a number. */
export const checkDecimal: Convert = (value, at) => {
  if (typeof value !== "string") {
    return refuseWire(value, at, "number", "the text of a number");
  }
  assertNumber(value, at);
  return Number(value);
};

/** @throws ConversionError unless the text is a number of JSON (RFC 8259, section 6) */
function assertNumber(text: string, at: string): void {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    throw new ConversionError(text, at, "a number");
  }
}

/** What is sent is not what programs see. Values of other types are left for the validator to judge. */
function refuseWire(value: unknown, at: string, type: string, wanted: string): unknown {
  if (typeof value === type) {
    throw new ConversionError(value, at, wanted);
  }
  return value;
}
