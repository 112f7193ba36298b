import { compilePath, selectNodes } from "../../../document/shape/overlay/json-path.ts";
import { isArrayOrObject, isObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import type { Replacement } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";
import { replaceByXpath } from "../expressions/xpath/xpath.ts";
import { jsonPathNeed } from "../reading/compile-selector.ts";

/**
 * A copy of a payload in which the parts have another value that a replacement leads to.
 *
 * @throws Error whose message is a sentence without its end, when it leads to nothing
 */
export function replaceParts(
  payload: unknown,
  { target, type, value }: Replacement,
  scope: Scope,
): unknown {
  const part = value(scope);
  if (type === "xpath") {
    return replaceInXml(payload, target, part);
  }
  if (!isArrayOrObject(payload)) {
    throw new Error(`the payload is not JSON, so \`${target}\` cannot be replaced`);
  }
  if (type === "jsonpointer") {
    return replacePart(payload, parsePointer(target), part);
  }
  const nodes = selectNodes(compilePath(target, jsonPathNeed), payload);
  if (nodes.length === 0) {
    throw new Error(`\`${target}\` selects nothing in the payload`);
  }
  return nodes.reduce<unknown>(
    (body, { location }) => replacePart(body, location.map(String), part),
    payload,
  );
}

function replaceInXml(payload: unknown, target: string, part: unknown): string {
  const text = isArrayOrObject(part) ? JSON.stringify(part) : String(part ?? "");
  try {
    return replaceByXpath(target, payload, text);
  } catch (error) {
    throw new Error(`\`${target}\` cannot be replaced: ${Object(error).message}`);
  }
}

/** A copy of a value with one part replaced. Objects and lists that lead to it are made when they are absent. */
function replacePart(value: unknown, [name, ...rest]: readonly string[], part: unknown): unknown {
  if (name === undefined) {
    return part;
  }
  if (Array.isArray(value)) {
    const index = name === "-" ? value.length : Number(name);
    const isIndex = Number.isInteger(index) && index >= 0 && index <= value.length;
    return isIndex ? value.toSpliced(index, 1, replacePart(value[index], rest, part)) : value;
  }
  const members = isObject(value) ? value : {};
  const isOwn = Object.hasOwn(members, name);
  const made = replacePart(isOwn ? members[name] : undefined, rest, part);
  return isOwn
    ? Object.fromEntries(
        Object.entries(members).map(([key, member]) => [key, key === name ? made : member]),
      )
    : { ...members, ...Object.fromEntries([[name, made]]) };
}
