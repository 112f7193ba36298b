import { decodeDeep } from "./decode-deep.ts";
import { decodeTexts, isTextPresent } from "./decode-texts.ts";
import type { Plan } from "./plan.ts";
import { findPropertyType, readTypedPart, setMember } from "./typed-text.ts";

/** Values by decoded name, in the order of the request; the values are still encoded. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/** Splits `a=1&b=2`, or cookies by their separator. A name without `=` has an empty value. */
export function parsePairs(
  text: string,
  separator: "&" | RegExp,
  decodeName: (name: string) => string,
): Pairs {
  const pairs = new Map<string, string[]>();
  for (const part of text === "" ? [] : text.split(separator)) {
    if (part !== "") {
      const at = part.indexOf("=");
      const name = decodeName(at < 0 ? part : part.slice(0, at));
      const value = at < 0 ? "" : part.slice(at + 1);
      const values = pairs.get(name);
      if (values === undefined) {
        pairs.set(name, [value]);
      } else {
        values.push(value);
      }
    }
  }
  return pairs;
}

/** Returns whether a parameter is an exploded object, whose properties are query parameters of their own. */
export function spreads(plan: Plan): boolean {
  return plan.object && plan.explode && plan.style !== "deepObject" && plan.content === undefined;
}

/**
 * Decodes the value of a parameter from the pairs of a query; undefined when it is absent.
 *
 * @param claimed the names that belong to other parameters, for an exploded object with additional properties
 */
export function decodeQueryValue(plan: Plan, pairs: Pairs, claimed: ReadonlySet<string>): unknown {
  if (plan.object && plan.style === "deepObject") {
    const value = decodeDeep(plan, pairs);
    if (value !== undefined) {
      return value;
    }
  }
  const plain = pairs.get(plan.name) ?? [];
  const bracketed = (plan.array ? pairs.get(`${plan.name}[]`) : undefined) ?? [];
  const texts = [...plain, ...bracketed];
  if (spreads(plan) && !(plan.primitive && texts.some((text) => isTextPresent(plan, text)))) {
    const value = decodeSpread(plan, pairs, claimed);
    if (value !== undefined) {
      return value;
    }
  }
  return decodeTexts(plan, texts, texts.length > 1 || bracketed.length > 0);
}

function decodeSpread(plan: Plan, pairs: Pairs, claimed: ReadonlySet<string>): unknown {
  const value: Record<string, unknown> = {};
  let found = false;
  for (const [name, texts] of pairs) {
    const type = findPropertyType(plan.type, name);
    if (type !== undefined && !claimed.has(name)) {
      found = true;
      const values = texts.map((text) => readTypedPart(plan.decode(text), type));
      setMember(value, name, values.length === 1 ? values[0] : values);
    }
  }
  return found ? value : undefined;
}
