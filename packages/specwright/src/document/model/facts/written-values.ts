import type { Schema } from "../model.ts";

/**
 * The values that a schema writes out: the value of `const`, else those of `enum`. Undefined when it has neither.
 *
 * @example
 * ```ts
 * import { writtenValues } from "specwright";
 *
 * writtenValues({ enum: ["a", "b"] }); // => ["a", "b"]
 * writtenValues({ const: { value: null } }); // => [null]
 * ```
 */
export function writtenValues({
  const: constant,
  enum: listed,
}: Pick<Schema, "const" | "enum">): readonly unknown[] | undefined {
  return constant === undefined ? listed : [constant.value];
}
