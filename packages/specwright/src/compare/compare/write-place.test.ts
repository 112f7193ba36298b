import { expect, test } from "vitest";
import { writePlace } from "./write-place.ts";

test.each([
  ["query parameter limit", "the query parameter `limit`"],
  ["header parameter X-Tenant.id", "the header parameter `X-Tenant.id`"],
  ["header Retry-After", "the header `Retry-After`"],
  ["request body", "the request body"],
  ["request body.name", "`name` of the request body"],
  ["request body[].name", "`[].name` of the request body"],
  ["response 200", "the response 200"],
  ["response 4XX.error.code", "`error.code` of the response 4XX"],
  ["callback paid", "the callback `paid`"],
  ["document", "`document`"],
  ["Note.text", "`Note.text`"],
  ["documents.page", "`documents.page`"],
  ["GET /notes", "`GET /notes`"],
])("the place %s is %s", (place, described) => {
  expect(writePlace(place)).toBe(described);
});
