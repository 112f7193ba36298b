import { isUnique } from "../values/equal.ts";
import type { Check, Keywords, Part, Problem } from "./check.ts";
import { accepts, createCheck, findInEach, runPart } from "./check.ts";

/** `items`: the schema of the items from index `first` on. The items before it are checked by `prefixItems`. */
export function items(part: Part, first = 0): Check {
  return checkArrays(
    (read) => ({ items: read(part) }),
    (value) =>
      findInEach(value, (item, index) => (index < first ? [] : runPart(part, item, [index]))),
  );
}

/** `prefixItems`: one schema for each index. Shorter arrays pass. */
export function prefixItems(parts: readonly Part[]): Check {
  return checkArrays(
    (read) => ({ prefixItems: parts.map(read) }),
    (value) =>
      parts.flatMap((part, index) =>
        index < value.length ? runPart(part, value[index], [index]) : [],
      ),
  );
}

/** `contains` with `minContains` (default: 1) and `maxContains`. */
export function contains(part: Part, least = 1, most: number = Number.POSITIVE_INFINITY): Check {
  const bounds = {
    ...(least === 1 ? {} : { minContains: least }),
    ...(most === Number.POSITIVE_INFINITY ? {} : { maxContains: most }),
  };
  return checkArrays(
    (read) => ({ contains: read(part), ...bounds }),
    (value) => {
      const count = value.filter((item) => accepts(part, item)).length;
      if (count >= least && count <= most) {
        return [];
      }
      const [relation, bound] = count < least ? ["least", least] : ["most", most];
      const items = bound === 1 ? "item that matches" : "items that match";
      const message = `must contain at ${relation} ${bound} ${items} \`contains\``;
      return [{ code: "custom", message }];
    },
  );
}

/** `minItems`, for values of any type. */
export function minItems(bound: number): Check {
  return checkArrays(
    () => ({ minItems: bound }),
    (value) =>
      value.length >= bound ? [] : [{ code: "too_small", origin: "array", minimum: bound }],
  );
}

/** `maxItems`, for values of any type. */
export function maxItems(bound: number): Check {
  return checkArrays(
    () => ({ maxItems: bound }),
    (value) =>
      value.length <= bound ? [] : [{ code: "too_big", origin: "array", maximum: bound }],
  );
}

/** `uniqueItems`: no two items are equal, compared deeply. */
export function uniqueItems(): Check {
  return checkArrays(
    () => ({ uniqueItems: true }),
    (value) => (isUnique(value) ? [] : [{ code: "custom", message: "items must be unique" }]),
  );
}

/** `unevaluatedItems`: the schema of the items that other keywords do not evaluate, according to `isEvaluated`. */
export function unevaluatedItems(
  part: Part,
  isEvaluated: (value: readonly unknown[], index: number) => boolean,
): Check {
  return checkArrays(
    (read) => ({ unevaluatedItems: read(part) }),
    (value) =>
      findInEach(value, (item, index) =>
        isEvaluated(value, index) ? [] : runPart(part, item, [index]),
      ),
  );
}

function checkArrays(
  keywords: Keywords,
  find: (value: readonly unknown[]) => readonly Problem[],
): Check {
  return createCheck(keywords, (value) => (Array.isArray(value) ? find(value) : []));
}
