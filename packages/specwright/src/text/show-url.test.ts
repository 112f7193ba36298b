import { expect, test } from "vitest";
import { showUrl } from "./show-url.ts";

test.each([
  ["https://anna:pass@example.com/api.yaml", "https://example.com/api.yaml"],
  ["HTTPS://anna@example.com", "HTTPS://example.com"],
  ["http://a:b@c@example.com/@x", "http://example.com/@x"],
  ["https://anna:pass@", "https://"],
  ["https://example.com/a@b?c=d@e", "https://example.com/a@b?c=d@e"],
  [
    "https://example.com/a?version=2&token=abc&X-Amz-Signature=f#top",
    "https://example.com/a?version=2&token=***&X-Amz-Signature=***#top",
  ],
  ["folder/anna:pass@example.com?key=x", "folder/anna:pass@example.com?key=x"],
  ["-", "-"],
])("%s is shown as %s", (address, shown) => {
  expect(showUrl(address)).toBe(shown);
});
