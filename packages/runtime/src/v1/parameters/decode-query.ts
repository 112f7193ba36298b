import type { Claims } from "./claims.ts";
import { decodeDeep, parseBracketKeys } from "./decode-deep.ts";
import { decodeTexts, isTextPresent } from "./decode-text.ts";
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
 * @param claims the names that belong to other parameters, for an exploded object with additional properties
 */
export function decodeQueryValue(plan: Plan, pairs: Pairs, claims: Claims): unknown {
  if (plan.brackets && !(spreads(plan) && !plan.array)) {
    const value = decodeBrackets(plan, pairs, claims);
    if (value !== undefined) {
      return value;
    }
  }
  const plain = pairs.get(plan.name) ?? [];
  const other = `${plan.name}[]`;
  const bracketed = (plan.array && !claims.isOwnName(other) && pairs.get(other)) || [];
  const texts = [...plain, ...bracketed];
  if (spreads(plan) && !(plan.primitive && texts.some((text) => isTextPresent(plan, text)))) {
    const value = decodeSpread(plan, pairs, claims);
    if (value !== undefined) {
      return value;
    }
  }
  return decodeTexts(plan, texts, texts.length > 1 || bracketed.length > 0);
}

/** Decodes the pairs whose names begin with that of the parameter. A list may also repeat its name. */
function decodeBrackets(
  { name: own, array, type, decode }: Plan,
  pairs: Pairs,
  { isOwnName }: Claims,
): unknown {
  return decodeDeep(pairs, type, decode, (name) => {
    if (name.startsWith(`${own}[`) && !isOwnName(name)) {
      return parseBracketKeys(name.slice(own.length));
    }
    return array && name === own ? [] : undefined;
  });
}

function decodeSpread(plan: Plan, pairs: Pairs, claims: Claims): unknown {
  const { type, decode } = plan;
  if (plan.brackets) {
    return decodeDeep(pairs, type, decode, (name) => findSpreadKeys(plan, name, claims));
  }
  const value: Record<string, unknown> = {};
  let found = false;
  for (const [name, texts] of pairs) {
    if (findSpreadKeys(plan, name, claims) !== undefined) {
      found = true;
      const own = findPropertyType(type, name);
      const values = texts.map((text) => readTypedPart(decode(text), own));
      setMember(value, name, values.length === 1 ? values[0] : values);
    }
  }
  return found ? value : undefined;
}

/** The keys of a name in an exploded object; undefined when the name does not belong to it. */
export function findSpreadKeys(
  { type, brackets }: Plan,
  name: string,
  { isNamed, isDeclared }: Claims,
): readonly string[] | undefined {
  const at = brackets ? name.indexOf("[") : -1;
  const inner = at > 0 ? parseBracketKeys(name.slice(at)) : undefined;
  const keys = inner === undefined ? [name] : [name.slice(0, at), ...inner];
  const [own = ""] = keys;
  const takes =
    Object.hasOwn(type?.properties ?? {}, own) ||
    (findPropertyType(type, own) !== undefined && !isDeclared(own));
  return takes && !isNamed(name) ? keys : undefined;
}
