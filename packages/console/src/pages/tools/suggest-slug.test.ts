import { expect, test } from "vitest";
import { suggestSlug } from "./suggest-slug.ts";

test.each([
  ["petstore.yaml", "petstore"],
  ["My API (final).json", "my_api_final"],
  ["https://example.com/specs/petstore.yaml?raw=1", "petstore"],
  ["https://api.acme.example/v2/openapi.json", "acme"],
  ["openapi.yaml", "openapi"],
  ["2024-shop.yml", "shop"],
  ["", ""],
])("%s becomes %s", (name, slug) => {
  expect(suggestSlug(name)).toBe(slug);
});
