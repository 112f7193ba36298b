import { isObject } from "../schema/values/scalars.ts";
import type { Pairs } from "./decode-query.ts";
import type { ValueType } from "./definition.ts";
import type { Plan } from "./plan.ts";
import { findPropertyType, listDescriptorTypes, readTypedPart, setMember } from "./typed-text.ts";

/**
 * Reads `p[a]=1&p[b][c]=2` as the object `{ a: 1, b: { c: 2 } }`. Where the type is an array, `[]` and indexes are
 * items. OpenAPI defines only the first level. Undefined when no name has such brackets.
 */
export function decodeDeep(plan: Plan, pairs: Pairs): Record<string, unknown> | undefined {
  let root: Record<string, unknown> | undefined;
  for (const [name, texts] of pairs) {
    const keys = name.startsWith(`${plan.name}[`)
      ? parseBracketKeys(name.slice(plan.name.length))
      : undefined;
    if (keys !== undefined) {
      root ??= {};
      const decoded = texts.map(plan.decode);
      assign(root, keys, decoded, plan.type);
    }
  }
  return root;
}

/** Splits `[a][b]` into `a` and `b`; undefined when the brackets do not match. */
function parseBracketKeys(brackets: string): string[] | undefined {
  return brackets.startsWith("[") && brackets.endsWith("]")
    ? brackets.slice(1, -1).split("][")
    : undefined;
}

/** Sets a value at a path of keys. It does not use recursion, because the sender chooses the depth. */
function assign(
  root: Record<string, unknown>,
  keys: readonly string[],
  texts: readonly string[],
  rootType: ValueType | undefined,
): void {
  let target = root;
  let type = rootType;
  for (const [at, key] of keys.entries()) {
    const memberType = findPropertyType(type, key);
    const rest = keys.length - at - 1;
    const existing = Object.hasOwn(target, key) ? target[key] : undefined;
    if (rest === 0 || (rest === 1 && isArrayMember(memberType, keys[at + 1] ?? ""))) {
      setMember(target, key, addTexts(existing, texts, memberType));
      return;
    }
    if (existing !== undefined && !isObject(existing)) {
      // `a[b]=1&a[b][c]=2` is contradictory. The rest of the brackets stays in the name, so that a validator can refuse
      // it.
      setMember(target, keys.slice(at).join("]["), texts);
      return;
    }
    const next = existing ?? {};
    setMember(target, key, next);
    target = next;
    type = memberType;
  }
}

function isArrayMember(type: ValueType | undefined, key: string): boolean {
  return key === "" || (listDescriptorTypes(type).includes("array") && /^\d+$/.test(key));
}

function addTexts(
  existing: unknown,
  texts: readonly string[],
  type: ValueType | undefined,
): unknown {
  const array = listDescriptorTypes(type).includes("array");
  const values = texts.map((text) => readTypedPart(text, array ? type?.items : type));
  if (existing !== undefined) {
    return [...(Array.isArray(existing) ? existing : [existing]), ...values];
  }
  return array || values.length > 1 ? values : values[0];
}
