import { expect, test } from "vitest";
import { printObjectLine, printObjectType } from "./layout.ts";

test("an object type has one line for each member where one line would be too long", () => {
  const members = ["readonly name: string", `readonly ${"long".repeat(10)}: string`];
  expect(printObjectType(members, "  ", "x".repeat(10))).toBe(printObjectLine(members));
  expect(printObjectType(members, "  ", "x".repeat(40))).toBe(
    `{\n    ${members[0]};\n    ${members[1]};\n  }`,
  );
  expect(printObjectType([], "", "x".repeat(200))).toBe("Record<never, never>");
});
