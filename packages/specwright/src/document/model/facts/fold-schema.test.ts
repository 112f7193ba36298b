import { expect, test } from "vitest";
import type { Schema } from "../model.ts";
import { foldPossibility, foldSchema } from "./fold-schema.ts";

const location = { file: "", pointer: "" };
const schema = (members: Omit<Schema, "location">): Schema => ({ location, ...members });
const short = schema({ maxLength: 2 });
const long = schema({ maxLength: 9 });
const reference = (target: Schema): Schema => schema({ ref: { text: "", target } });

/** Computes whether a string of five characters is possible, judging by `maxLength`. */
const five = foldPossibility(({ maxLength = 9 }) => maxLength >= 5);

test.each<[string, boolean, Schema]>([
  ["a schema itself", false, short],
  ["its reference", false, reference(short)],
  ["one part of allOf", false, schema({ allOf: [long, short] })],
  ["one alternative that allows it", true, schema({ anyOf: [short, long] })],
  ["no alternative that allows it", false, schema({ oneOf: [short, reference(short)] })],
  ["alternatives beside keywords", false, schema({ maxLength: 1, anyOf: [long] })],
])("%s decides: %s", (_title, isPossible, given) => {
  expect(foldSchema(given, five)).toBe(isPossible);
});

test("a schema within itself excludes nothing", () => {
  const parts: Schema[] = [short];
  const circular = schema({ anyOf: parts });
  parts.push(schema({ allOf: [reference(circular)] }));
  expect(foldSchema(circular, five)).toBe(true);
  expect(foldSchema(schema({ allOf: [circular, short] }), five)).toBe(false);
});

test("a schema that is reached in twice as many ways with every level is looked at once", () => {
  let looks = 0;
  let top = long;
  for (let level = 0; level < 40; level += 1) {
    top = schema({ anyOf: [reference(top), reference(top)] });
  }
  const counting = foldPossibility(() => {
    looks += 1;
    return true;
  });
  expect(foldSchema(top, counting)).toBe(true);
  expect(looks).toBe(1 + 40 * 3);
});

test("facts about a circle do not depend on the order of the questions", () => {
  const parts: Schema[] = [];
  const outer = schema({ allOf: parts });
  const inner = schema({ anyOf: [reference(outer), short] });
  parts.push(reference(inner), short);
  const chain = reference(reference(inner));
  const all = [outer, inner, chain];
  const askAll = (asked: readonly Schema[]): readonly boolean[] => {
    const known = new Map<Schema, boolean>();
    for (const each of asked) {
      foldSchema(each, five, known);
    }
    return all.map((each) => foldSchema(each, five, known));
  };
  const apart = all.map((each) => foldSchema(each, five));
  expect(apart).toEqual([false, true, true]);
  for (const asked of [[outer], [inner], [chain, outer], [inner, chain]]) {
    expect(askAll(asked)).toEqual(apart);
  }
});
