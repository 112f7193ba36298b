/** The formats of numbers that are asserted (OpenAPI Format Registry). */
export type NumberFormat =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float";

/**
 * Numbers below this one stay finite when they are rounded to a float of 32 bits (IEEE 754-2019, section 4.3.1). So
 * `3.4028235e38`, the text of Java's largest float, is accepted.
 */
const floatEnd = 2 ** 128 - 2 ** 103;

/**
 * Tests of number formats: each tests both type and range. JavaScript numbers cannot represent the largest integers of
 * 64 bits: JSON.parse reads 2^63 - 1 as 2^63, so the range of `int64` includes 2^63, and that of `uint64` 2^64.
 */
export const numbers: Readonly<Record<NumberFormat, (value: unknown) => boolean>> = {
  int8: (value) => isWithin(value, -(2 ** 7), 2 ** 7 - 1),
  int16: (value) => isWithin(value, -(2 ** 15), 2 ** 15 - 1),
  int32: (value) => typeof value === "number" && (value | 0) === value,
  int64: (value) => isWithin(value, -(2 ** 63), 2 ** 63),
  uint8: (value) => isWithin(value, 0, 2 ** 8 - 1),
  uint16: (value) => isWithin(value, 0, 2 ** 16 - 1),
  uint32: (value) => isWithin(value, 0, 2 ** 32 - 1),
  uint64: (value) => isWithin(value, 0, 2 ** 64),
  float: (value) => typeof value === "number" && value > -floatEnd && value < floatEnd,
};

function isWithin(value: unknown, least: number, most: number): boolean {
  // Number.isInteger is false for everything except numbers.
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Returns whether a string is a signed integer of 64 bits in decimal digits. As a string, JSON carries it exactly. */
export function isInt64Text(text: string): boolean {
  return isBetween(text, /^-?\d+$/, -(2n ** 63n), 2n ** 63n - 1n);
}

/** The same for an unsigned format. */
export function isUint64Text(text: string): boolean {
  return isBetween(text, /^\d+$/, 0n, 2n ** 64n - 1n);
}

/**
 * Longer texts are refused without reading their digits. Only a number with many leading zeros could be valid, and
 * those do not occur.
 */
const maximumDigits = 40;

function isBetween(text: string, decimal: RegExp, least: bigint, most: bigint): boolean {
  if (text.length > maximumDigits || !decimal.test(text)) {
    return false;
  }
  const value = BigInt(text);
  return value >= least && value <= most;
}
