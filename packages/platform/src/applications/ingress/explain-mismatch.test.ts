import { expect, test } from "vitest";
import { explainMismatch } from "./explain-mismatch.ts";

const rule = {
  when: [
    { header: "X-Event", equals: "issues" },
    { pointer: "/action", present: true as const },
  ],
  filters: { repo: { pointer: "/repo/name" } },
};

/** The reason for a delivery with this header and body. */
function explain(event: string | undefined, body: unknown): string | undefined {
  const headers = new Headers(event === undefined ? {} : { "x-event": event });
  return explainMismatch({ headers, body, bytes: new Uint8Array() }, rule, { repo: "cat" });
}

test("the first condition or filter that does not hold is the reason", () => {
  expect(explain(undefined, {})).toBe(
    'X-Event is absent, and the trigger type wants {"equals":"issues"}.',
  );
  expect(explain("ping", {})).toBe(
    'X-Event is "ping", and the trigger type wants {"equals":"issues"}.',
  );
  expect(explain("issues", {})).toBe(
    '/action is absent, and the trigger type wants {"present":true}.',
  );
  expect(explain("issues", { action: "opened", repo: { name: "dog" } })).toBe(
    '`repo` is "dog", and "cat" in the configuration of the instance.',
  );
  expect(explain("issues", { action: "opened", repo: { name: "CAT" } })).toBeUndefined();
});

test("a long value is cut", () => {
  expect(explain("x".repeat(10_000), {})?.length).toBeLessThan(200);
});
