import type { Model } from "../../../document/model/model.ts";
import { type Example, findExamples } from "../../../emit/examples/find-examples.ts";
import { findMismatch, type Judge } from "../../../emit/mismatches/find-mismatch.ts";
import { isArrayOrObject, type JsonObject } from "../../../json-object.ts";
import { escapeSegment, parsePointer } from "../../../text/pointer.ts";
import { createTestPattern } from "../../../text/test-pattern.ts";
import { type Mend, readPart } from "./mend.ts";

/** As for the warnings about examples: half a second for the largest documents. */
const maximumSteps = 1_000_000;

/** More mistakes of this kind in one example are a mistake of its schema. */
const maximumMends = 20;

/**
 * Numbers and booleans that are written as texts in examples and defaults, where the schema allows only the value itself. The
 * other way is not certain: `02134` is a number in YAML, whose text would be another one.
 */
export function mendExamples(root: JsonObject, model: Model, file: string): readonly Mend[] {
  const judge: Judge = {
    testPattern: createTestPattern(),
    assertsFormats: true,
    steps: { left: maximumSteps },
  };
  const found = new Map<string, readonly Mend[]>();
  for (const example of findExamples(model)) {
    const place = example.file === file ? findPlace(root, example) : undefined;
    if (place !== undefined && !found.has(place)) {
      found.set(place, mendValue(example, place, judge));
    }
  }
  return [...found.values()].flat();
}

/** Where an example is written. Undefined for one behind a reference, which several schemas may use. */
function findPlace(root: JsonObject, { pointer, value }: Example): string | undefined {
  const places = [pointer, pointer.replace(/\/example$/, "/examples/0")];
  return places.find((place) => readPart(root, place) === value);
}

function mendValue(
  { value, schema, direction, kind }: Example,
  place: string,
  judge: Judge,
): Mend[] {
  const mends: Mend[] = [];
  let mended = value;
  let mismatch = findMismatch(mended, schema, direction, judge);
  while (mismatch !== undefined && mends.length < maximumMends) {
    const { path } = mismatch;
    const text = path.reduce<unknown>((part, key) => Object(part)[key], mended);
    const meant = typeof text === "string" ? readMeant(text) : undefined;
    if (meant === undefined) {
      return [];
    }
    mended = replaceAt(mended, path, meant);
    const next = findMismatch(mended, schema, direction, judge);
    if (next !== undefined && next.path.join("/") === path.join("/")) {
      return [];
    }
    const segments = [...parsePointer(place), ...path.map(String)];
    const key = segments.at(-1) ?? "";
    mends.push({
      kind: kind === "default" ? "invalid-default" : "invalid-example",
      message: `${JSON.stringify(text)} is a text, and the schema allows the value ${String(meant)} here.`,
      pointer: segments
        .slice(0, -1)
        .map((segment) => `/${escapeSegment(segment)}`)
        .join(""),
      change: () => ({ [key]: meant }),
    });
    mismatch = next;
  }
  return mismatch === undefined ? mends : [];
}

/** The number or boolean that a text spells. Undefined when it spells none, or another text would spell it, too. */
function readMeant(text: string): number | boolean | undefined {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  const number = Number(text);
  return text === String(number) && Number.isFinite(number) ? number : undefined;
}

function replaceAt(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  by: unknown,
): unknown {
  if (key === undefined || !isArrayOrObject(value)) {
    return by;
  }
  const member = replaceAt(value[key], rest, by);
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (index === key ? member : each))
    : { ...value, [key]: member };
}
