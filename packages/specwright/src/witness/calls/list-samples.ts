import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { Schema } from "../../document/model/model.ts";
import { makeValue } from "../../verify/values/make-value.ts";
import { createRandom } from "../../verify/values/random.ts";
import { fitsCallSchema } from "./judge-values.ts";

/** Short values, of which a reader sees at once how they are written. */
const plain: readonly unknown[] = [
  ...["a", 1, true],
  ...[["a"], [1], ["a", "b"], [1, 2], { a: "a" }, { a: "a", b: "b" }],
  ...["1", "a,b", "a b", "a|b", "a/b", "a=b", "a&b"],
];

const seeds = [1, 2, 3, 4];

/** How many of the values that a schema lists are tried. */
const mostWritten = 50;

/** Values that a schema allows in requests, the shortest first. */
export function listSamples(schema: Schema): readonly unknown[] {
  const made = (["least", "most", "some"] as const).flatMap((fullness) =>
    seeds.map((seed) => makeValue(schema, { random: createRandom(seed, ""), fullness })),
  );
  const { enum: written = [] } = followSchemaReferences(schema) ?? schema;
  const simple = made.map((value) => simplify(value));
  const fitting = [...plain, ...written.slice(0, mostWritten), ...simple, ...made].filter(
    (value) => value !== undefined && fitsCallSchema(value, schema, "request"),
  );
  const unique = new Map(fitting.map((value) => [JSON.stringify(value), value]));
  return [...unique]
    .toSorted(([left], [right]) => left.length - right.length)
    .map(([, value]) => value);
}

/** The value with the shortest texts and numbers. The items of a list differ. It may not fit. */
function simplify(value: unknown, index: number = 0): unknown {
  if (Array.isArray(value)) {
    return value.map(simplify);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, simplify(member)]),
    );
  }
  return typeof value === "string"
    ? String.fromCodePoint(firstLetter + (index % 26))
    : typeof value === "number"
      ? index + 1
      : value;
}

const firstLetter = 97;
