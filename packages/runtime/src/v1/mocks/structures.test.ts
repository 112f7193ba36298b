import { faker } from "@faker-js/faker";
import { expect, test } from "vitest";
import { createMockData, type Maker, type MockData, seed, useFaker } from "./data.ts";
import { fakeUuid } from "./formats.ts";
import { fakeEmail, fakeFirstName } from "./names.ts";
import { fakeInteger } from "./numbers.ts";
import {
  fakeEither,
  fakeList,
  fakeMap,
  fakeNullable,
  fakeObject,
  fakeOneOf,
  fakeSet,
  fakeTagged,
  fakeTuple,
} from "./structures.ts";
import { fakeLike, fakeWithin, fakeWord, fakeWords } from "./texts.ts";

const createPet: Maker = (given, data) =>
  fakeObject(
    given,
    data,
    {
      id: fakeUuid,
      name: fakeFirstName,
      age: fakeInteger(1, 20),
      parent: createPet,
      secret: fakeWord,
    },
    { optional: ["parent", "secret"], writeOnly: ["secret"], readOnly: ["id"] },
  );
const of = (number: number, direction?: "request" | "response"): MockData =>
  createMockData({ seed: number, direction });

test("the same seed makes the same values, and another seed others", () => {
  expect(createPet(undefined, of(42))).toEqual(createPet(undefined, of(42)));
  expect(createPet(undefined, of(42))).not.toEqual(createPet(undefined, of(43)));
  seed(42);
  const first = [createPet(), createPet()];
  seed(42);
  expect([createPet(), createPet()]).toEqual(first);
  expect(first[0]).not.toEqual(first[1]);
});

test("the values of a seed are these, on every machine", () => {
  expect(fakeUuid(undefined, of(42))).toMatchInlineSnapshot(
    `"97da2849-d73e-4b43-a8a9-07d090402c80"`,
  );
  expect(fakeList(fakeInteger(1, 1000), 3, 3)(undefined, of(42))).toMatchInlineSnapshot(`
    [
      449,
      853,
      670,
    ]
  `);
});

test("a member that is given replaces the one that is made, also in depth, and changes no other", () => {
  const made = createPet(undefined, of(1)) as { name: string; parent: { name: string } };
  const given = createPet({ parent: { name: "Rex" }, extra: 1 }, of(1));
  expect(given).toEqual({ ...made, parent: { ...made.parent, name: "Rex" }, extra: 1 });
  expect(createPet({ name: undefined }, of(1))).not.toHaveProperty("name");
  expect(createPet(null, of(1))).toBe(null);
});

test("values end at a depth, and each direction leaves out its members", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null && "parent" in value
      ? 1 + depthOf(value.parent)
      : 1;
  expect(depthOf(createPet(undefined, of(1)))).toBe(4);
  expect(createPet(undefined, of(1, "response"))).not.toHaveProperty("secret");
  expect(createPet(undefined, of(1, "request"))).not.toHaveProperty("id");
  expect(createPet({ id: "1" }, of(1, "request"))).toHaveProperty("id");
});

test("lists complete the items that are given, and sets have no item twice", () => {
  expect(fakeList(createPet)([{ name: "Rex" }, {}], of(1))).toMatchObject([{ name: "Rex" }, {}]);
  const set = fakeSet(fakeInteger(1, 3), 3, 3)(undefined, of(1)) as number[];
  expect(new Set(set).size).toBe(3);
  expect(fakeTuple(fakeOneOf(1), fakeOneOf("a"))(undefined, of(1))).toEqual([1, "a"]);
  expect(fakeTuple(fakeOneOf(1), fakeOneOf("a"))([5], of(1))).toEqual([5, "a"]);
  expect(
    Object.keys(fakeMap(fakeWord, fakeOneOf(1), 2, 2)(undefined, of(1)) as object),
  ).toHaveLength(2);
});

test("alternatives follow what is given", () => {
  const cat: Maker = (given, data) =>
    fakeObject(given, data, { kind: fakeOneOf("cat"), lives: fakeOneOf(9) });
  const dog: Maker = (given, data) =>
    fakeObject(given, data, { kind: fakeOneOf("dog"), bark: fakeOneOf(1) });
  for (const each of [1, 2, 3, 4]) {
    expect(fakeTagged("kind", { cat, dog })({ kind: "dog" }, of(each))).toEqual({
      kind: "dog",
      bark: 1,
    });
    expect(fakeEither(cat, dog)({ bark: 2 }, of(each))).toEqual({ kind: "dog", bark: 2 });
  }
  expect(fakeNullable(cat)(null, of(1))).toBe(null);
  expect(fakeNullable(cat)(undefined, { ...of(1), depth: 3 })).toBe(null);
});

test("texts have the length and the form that is asked for", () => {
  for (const each of [1, 2, 3]) {
    expect(fakeLike("ord_", ["0123456789", 6, 6])(undefined, of(each))).toMatch(/^ord_\d{6}$/);
    expect(fakeWithin(fakeWords, 30, 40)(undefined, of(each))).toHaveLength(30);
    expect(fakeWithin(fakeWords, 0, 3)(undefined, of(each))).toHaveLength(3);
  }
});

test("faker makes names if it is given, the same for the same seed", () => {
  const email = (): string => fakeEmail(undefined, createMockData({ seed: 1, faker }));
  expect(email()).toBe(email());
  expect(email()).not.toBe(fakeEmail(undefined, of(1)));
  useFaker(faker);
  seed(1);
  expect(fakeEmail()).toBe(email());
  useFaker(undefined);
});
