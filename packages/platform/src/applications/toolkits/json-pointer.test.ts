import { expect, test } from "vitest";
import { findValueAt } from "./json-pointer.ts";

test("a pointer leads to members and elements, and to nothing else", () => {
  const value: unknown = JSON.parse('{"list": [{"a/b": 1}], "": {"": 2}, "__proto__": 3}');
  expect(findValueAt(value, "")).toBe(value);
  expect(findValueAt(value, "/list/0/a~1b")).toBe(1);
  expect(findValueAt(value, "//")).toBe(2);
  expect(findValueAt(value, "/__proto__")).toBe(3);
  for (const pointer of ["list", "list/0", "/list/1", "/list/00", "/list/length", "/constructor"]) {
    expect(findValueAt(value, pointer), pointer).toBeUndefined();
  }
});
