import { $ZodUnion, $ZodXor } from "zod/v4/core";
import type { Check, Part } from "./check.ts";
import { accepts, createCheck, runPart } from "./check.ts";

/** `allOf`: every schema accepts the value. */
export function allOf(...parts: readonly Part[]): Check {
  return createCheck(
    (read) => ({ allOf: parts.map(read) }),
    (value) => parts.flatMap((part) => runPart(part, value)),
  );
}

/** `anyOf`: at least one schema accepts the value. */
export function anyOf(...parts: readonly Part[]): Check {
  const union = new $ZodUnion({ type: "union", options: parts });
  return createCheck(
    (read) => ({ anyOf: parts.map(read) }),
    (value) => runPart(union, value),
  );
}

/** `oneOf`: exactly one schema accepts the value. */
export function oneOf(...parts: readonly Part[]): Check {
  const union = new $ZodXor({ type: "union", options: parts, inclusive: false });
  return createCheck(
    (read) => ({ oneOf: parts.map(read) }),
    (value) => runPart(union, value),
  );
}

/** `not`: the schema refuses the value. */
export function not(part: Part): Check {
  return createCheck(
    (read) => ({ not: read(part) }),
    (value) => (accepts(part, value) ? [{ code: "custom", message: "not allowed" }] : []),
  );
}

/** `if`, `then` and `else`: when the first schema accepts the value, the second must accept it too, else the third. */
export function conditional(condition: Part, consequence: Part, alternative?: Part): Check {
  return createCheck(
    (read) =>
      Object.fromEntries([
        ["if", read(condition)],
        // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name, in JSON.
        ["then", read(consequence)],
        ...(alternative === undefined ? [] : [["else", read(alternative)]]),
      ]),
    (value) => {
      const part = accepts(condition, value) ? consequence : alternative;
      return part === undefined ? [] : runPart(part, value);
    },
  );
}
