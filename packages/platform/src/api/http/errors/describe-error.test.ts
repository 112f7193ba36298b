import { expect, test } from "vitest";
import { PlatformError } from "../../../base/errors.ts";
import { describeError } from "./describe-error.ts";

test("the log has an error's class, code and place, and no message that could repeat a secret", () => {
  const cause = Object.assign(new Error("invalid input: canary"), { code: "22P02" });
  const described = describeError(new Error("canary", { cause }));
  expect(JSON.stringify(described)).not.toContain("canary");
  expect(described).toMatchObject({ name: "Error", cause: { code: "22P02" } });
  expect(described.stack?.[0]).toContain("describe-error.test.ts");
});

test("our messages, and those of the engine about code, are kept", () => {
  expect(describeError(new PlatformError("Tool_NotFound")).message).toBe("Tool_NotFound");
  const value: { readonly a?: { readonly b: number } } = {};
  const fault = (): unknown => (value as { readonly a: { readonly b: number } }).a.b;
  let caught: unknown;
  try {
    fault();
  } catch (error) {
    caught = error;
  }
  expect(describeError(caught).message).toMatch(/^Cannot read properties of undefined/);
  expect(
    describeError(new TypeError('Headers.append: "canary\n" is invalid')).message,
  ).toBeUndefined();
});

test("a chain of causes that is a circle, and causes that are not errors, are described too", () => {
  const one = new Error("one");
  one.cause = one;
  expect(describeError(one).name).toBe("Error");
  expect(describeError("canary")).toEqual({ name: "string" });
});
