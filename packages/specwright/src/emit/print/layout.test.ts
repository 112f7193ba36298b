import { expect, test } from "vitest";
import { objectLine, objectType } from "./layout.ts";

test("an object type has one line for each member where one line would be too long", () => {
  const members = ["readonly name: string", `readonly ${"long".repeat(10)}: string`];
  expect(objectType(members, "  ", "x".repeat(10))).toBe(objectLine(members));
  expect(objectType(members, "  ", "x".repeat(40))).toBe(
    `{\n    ${members[0]};\n    ${members[1]};\n  }`,
  );
  expect(objectType([], "", "x".repeat(200))).toBe("Record<never, never>");
});
