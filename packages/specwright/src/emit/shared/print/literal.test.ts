import { expect, test } from "vitest";
import { printLiteral } from "./literal.ts";

test.each([
  null,
  true,
  -0,
  1.5,
  1e300,
  "a\u2028</script>\ud800",
  [],
  {},
  [1, [null]],
  { "a-b": { 1: "x" }, constructor: 2 },
  JSON.parse('{"__proto__":{"a":1}}'),
])("%j is written as an expression that evaluates to it", (value) => {
  const result: unknown = new Function(`return ${printLiteral(value)};`)();
  expect(Object.is(value, -0) ? Object.is(result, -0) : result).toEqual(
    Object.is(value, -0) ? true : value,
  );
  expect(JSON.stringify(result)).toBe(JSON.stringify(value));
});
