import { expect, test } from "vitest";
import { isObject } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";

/**
 * The blocks of codes in docs/decisions.md §2: the domains of their slugs, the first code, and the first code after the
 * block.
 */
const blocks: readonly (readonly [domains: readonly string[], from: number, before: number])[] = [
  [["Auth"], 100, 300],
  [["AuthConfig"], 300, 600],
  [["ConnectedAccount"], 600, 900],
  [["Trigger"], 900, 1200],
  [["Mcp"], 1200, 1500],
  [["Webhook"], 1500, 1800],
  [["ToolExecution"], 1800, 2400],
  [["Tool"], 2400, 2600],
  [["Toolkit"], 2600, 3000],
  [["File"], 3000, 3300],
  [["Migration"], 3300, 4300],
  [["ToolRouter"], 4300, 9000],
  [["Project"], 9000, 10_400],
  [["Validation", "Auth", "Request", "Idempotency", "Server"], 10_400, 10_600],
];

/** The codes that docs/decisions.md §2 assigns to single errors. */
const single: Readonly<Record<string, number>> = {
  Validation_Failed: 10_400,
  Auth_KeyInvalid: 10_401,
  Request_MethodNotAllowed: 10_405,
  Request_BodyTooLarge: 10_413,
  Request_MediaTypeUnsupported: 10_415,
  Request_RateLimited: 10_429,
};

async function readErrors(): Promise<(readonly [slug: string, code: number])[]> {
  const { document } = await bundleTheDocument();
  return Object.values(document.components.examples ?? {}).flatMap(({ value }) => {
    const error = isObject(value) && isObject(value.error) ? value.error : undefined;
    return typeof error?.slug === "string" ? [[error.slug, Number(error.code)] as const] : [];
  });
}

test("the code of every error lies in the block of its domain", async () => {
  const wrong = (await readErrors()).filter(([slug, code]) => {
    const domain = slug.slice(0, slug.indexOf("_"));
    return !blocks.some(
      ([domains, from, before]) => domains.includes(domain) && code >= from && code < before,
    );
  });
  expect(wrong).toEqual([]);
});

test("single errors have the codes that docs/decisions.md gives them", async () => {
  const codes = Object.fromEntries(await readErrors());
  expect(codes).toMatchObject(single);
});
