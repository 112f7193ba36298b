import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { errorSlugs } from "./error-slugs.ts";
import { PlatformError } from "./errors.ts";

test("every slug is an entry of spec/errors.yaml and every entry a slug, in the same order", () => {
  const listed: Record<string, { value: { error: { slug: string } } }> = parse(
    readFileSync(new URL("../../../../spec/errors.yaml", import.meta.url), "utf8"),
  );
  expect([...errorSlugs]).toEqual(Object.keys(listed));
  expect([...errorSlugs]).toEqual(Object.values(listed).map((entry) => entry.value.error.slug));
});

test("an error carries its slug, its fields and when to come back", () => {
  const cause = new Error("inner");
  const error = new PlatformError("Request_RateLimited", { retryAfterSeconds: 3, cause });
  expect(error).toMatchObject({ slug: "Request_RateLimited", retryAfterSeconds: 3, cause });
  expect(new PlatformError("Validation_Failed", { errors: ["body.x: required"] }).errors).toEqual([
    "body.x: required",
  ]);
});
