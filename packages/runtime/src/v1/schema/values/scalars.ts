/**
 * Returns whether a value is a JSON object, so neither an array nor null.
 *
 * @example
 * ```ts
 * import { isObject } from "@specwright/runtime/v1/values";
 *
 * isObject({}); // => true
 * isObject([]); // => false
 * ```
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The length of a string in code points, which are the characters of RFC 8259, and not in UTF-16 code units.
 *
 * @example
 * ```ts
 * import { codePoints } from "@specwright/runtime/v1/values";
 *
 * codePoints("a😀"); // => 2
 * ```
 */
export function codePoints(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xdc00 && code <= 0xdfff) {
      const before = text.charCodeAt(index - 1);
      if (before >= 0xd800 && before <= 0xdbff) {
        length--;
        index++;
      }
    }
  }
  return length;
}

/**
 * Returns whether a number is a multiple of another one, comparing their decimal notation. So 0.3 is a multiple of 0.1,
 * although doubles cannot represent either exactly.
 *
 * @example
 * ```ts
 * import { isMultipleOf } from "@specwright/runtime/v1/values";
 *
 * isMultipleOf(0.3, 0.1); // => true
 * ```
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value)) {
    return false;
  }
  if (Number.isInteger(value) && Number.isInteger(divisor)) {
    // The remainder of two doubles is exact (ECMA-262, section 6.1.6.1.6).
    return value % divisor === 0;
  }
  const [digits, exponent] = splitDecimal(value);
  const [divisorDigits, divisorExponent] = splitDecimal(divisor);
  const scale = Math.min(exponent, divisorExponent);
  const scaled = digits * 10n ** BigInt(exponent - scale);
  return scaled % (divisorDigits * 10n ** BigInt(divisorExponent - scale)) === 0n;
}

/** Writes a number as an integer times a power of ten. */
function splitDecimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
