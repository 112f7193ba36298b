import { expect, test } from "vitest";
import { sampleText } from "./sample-text.ts";

test.each([
  [{}, "example"],
  [{ format: "date" }, "2026-01-31"],
  [{ format: "ipv4" }, undefined],
  [{ minLength: 10 }, "exampleexa"],
  [{ maxLength: 3 }, "exa"],
  [{ minLength: 100_000 }, undefined],
  [{ format: "email", maxLength: 5 }, undefined],
  [{ pattern: "^[a-z-]+$" }, "example"],
  [{ pattern: "^[A-Z]{3}-\\d{4}$" }, "ABC-1234"],
  [{ pattern: "^ord_[a-f\\d]{8}$" }, "ord_abcdef12"],
  [{ pattern: "^(?:red|green)$" }, "red"],
  [{ pattern: "^\\d+$", maxLength: 3 }, "123"],
  [{ pattern: "^\\d+$", minLength: 5 }, "12345"],
  [{ pattern: "^\\d{4}-\\d{2}-\\d{2}$", format: "date" }, "2026-01-31"],
  [{ pattern: "^a.*z$", format: "date" }, undefined],
  [{ pattern: "^(?=a)b$" }, undefined],
  [{ pattern: "(" }, undefined],
  [{ pattern: "^(?:a+)+$" }, undefined],
  [{ pattern: "a^b" }, undefined],
  [{ pattern: "^[a-z]+(?:-[a-z]+)*$", minLength: 3 }, "example"],
  [{ pattern: "^(?:[A-Z]{2}\\d{2}-)?[A-F0-9]{8}-[A-F0-9]{4}$" }, "AB12-12345678-1234"],
  [{ pattern: "^\\+?[1-9]\\d{1,14}$" }, "+1123"],
  [{ pattern: "^#[0-9a-fA-F]{6}$" }, "#abcdef"],
  [{ pattern: "^v\\d+\\.\\d+\\.\\d+$" }, "v123.123.123"],
])("%j", (schema, text) => {
  expect(sampleText(schema)).toBe(text);
  if (text !== undefined && "pattern" in schema) {
    expect(text).toMatch(new RegExp(schema.pattern ?? "", "u"));
  }
});
