import type { Schema } from "../../../document/model/model.ts";
import { isSameValue } from "../../compare/comparison.ts";
import { annotations } from "./says-nothing.ts";

/**
 * Alternatives that only list values, as one list of these: `oneOf: [{const: a}, {const: b}]` means `enum: [a, b]`. The
 * texts of the alternatives become part of the description, so that a change of them stays one.
 *
 * @param view returns the form in which an alternative is compared
 * @returns the list, and the schema without the alternatives. Undefined for other alternatives.
 */
export function foldListedValues(
  schema: Schema,
  view: (alternative: Schema) => Schema,
): { readonly values: Schema; readonly rest: Schema } | undefined {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = anyOf ?? oneOf ?? [];
  if (alternatives.length < 2 || (anyOf !== undefined && oneOf !== undefined)) {
    return undefined;
  }
  const texts: string[] = [];
  const values: unknown[] = [];
  for (const alternative of alternatives) {
    const seen = view(alternative);
    const listed = listOnlyValues(seen);
    if (
      listed === undefined ||
      (oneOf !== undefined &&
        listed.some((value) => values.some((other) => isSameValue(value, other))))
    ) {
      return undefined;
    }
    values.push(...listed);
    texts.push(
      ...[alternative.title ?? seen.title, alternative.description ?? seen.description].filter(
        (text) => text !== undefined,
      ),
    );
  }
  const description = [schema.description, ...texts]
    .filter((text) => text !== undefined)
    .join("\n");
  return {
    values: { location: schema.location, enum: values },
    rest: { ...rest, ...(description !== "" && { description }) },
  };
}

/** The values of a schema that says nothing but which ones it allows. */
function listOnlyValues({
  types,
  enum: listed,
  const: constant,
  ...rest
}: Schema): readonly unknown[] | undefined {
  if (!Object.keys(rest).every((key) => annotations.has(key) && key !== "default")) {
    return undefined;
  }
  if (constant !== undefined || listed !== undefined) {
    return constant === undefined ? listed : [constant.value];
  }
  return types?.length === 1 && types[0] === "null" ? [null] : undefined;
}
