import { expect, test } from "vitest";
import { onFirstUse } from "./on-first-use.ts";

test("members are made when they are first asked for, once, and all are listed", () => {
  const made: string[] = [];
  const make = (name: string) => (): object => {
    made.push(name);
    return { name };
  };
  const members = onFirstUse<Record<string, object>>({
    a: make("a"),
    b: make("b"),
    ["__proto__"]: make("__proto__"),
  });
  expect(Object.keys(members)).toEqual(["a", "b", "__proto__"]);
  expect("b" in members).toBe(true);
  expect(made).toEqual([]);

  expect(members.a).toBe(members.a);
  expect(made).toEqual(["a"]);
  expect(members.toString).toBe(Object.prototype.toString);
  expect(Object.values({ ...members })).toEqual([
    { name: "a" },
    { name: "b" },
    { name: "__proto__" },
  ]);
  expect(made).toEqual(["a", "b", "__proto__"]);
  expect(JSON.stringify(members)).toBe(
    '{"a":{"name":"a"},"b":{"name":"b"},"__proto__":{"name":"__proto__"}}',
  );
});

test("a member that could not be made is tried again", () => {
  let isBroken = true;
  const members = onFirstUse({
    a: () => {
      if (isBroken) {
        throw new Error("not yet");
      }
      return 1;
    },
  });
  expect(() => members.a).toThrow("not yet");
  isBroken = false;
  expect(members.a).toBe(1);
});
