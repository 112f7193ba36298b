import { expect, test } from "vitest";
import { assertOwnForm } from "./own-form.ts";

const base = "https://platform.example.com/base";

function isAdmitted(headers: Record<string, string>): boolean {
  try {
    assertOwnForm(
      new Request("https://platform.example.com/link/x", { method: "POST", headers }),
      base,
    );
    return true;
  } catch {
    return false;
  }
}

test("a form of our own page is admitted, also with the Origin null that pages without referrer send", () => {
  expect(isAdmitted({ "sec-fetch-site": "same-origin", origin: "null" })).toBe(true);
  expect(isAdmitted({ origin: "https://platform.example.com" })).toBe(true);
  expect(isAdmitted({})).toBe(true);
});

test("a form of another site is refused, and so is one whose origin is unknown", () => {
  expect(isAdmitted({ "sec-fetch-site": "cross-site" })).toBe(false);
  expect(
    isAdmitted({ "sec-fetch-site": "same-site", origin: "https://platform.example.com" }),
  ).toBe(false);
  expect(isAdmitted({ origin: "https://evil.example" })).toBe(false);
  expect(isAdmitted({ origin: "null" })).toBe(false);
});
