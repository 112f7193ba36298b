import { expect, test } from "vitest";
import { isSignatureOf, type McpSubject, signUrl } from "./signing-keys.ts";

const key = Buffer.alloc(32, 1);
const server = "8c6b5f0e-0000-4000-8000-000000000001";
const ada: McpSubject = { name: "user_id", value: "ada" };

test("a signature fits the server, the parameter and the value that were signed, and no others", () => {
  const signature = signUrl(key, server, ada);
  expect(isSignatureOf(signature, key, server, ada)).toBe(true);
  const fits = (given: string, other: Partial<McpSubject>, id = server, by = key): boolean =>
    isSignatureOf(given, by, id, { ...ada, ...other });
  expect(fits(signature, { value: "ada " })).toBe(false);
  expect(fits(signature, { name: "connected_account_id" })).toBe(false);
  expect(fits(signature, {}, server.replace("1", "2"))).toBe(false);
  expect(fits(signature, {}, server, Buffer.alloc(32, 2))).toBe(false);
  for (const given of ["", "v1.", signature.slice(0, -1), `${signature}A`, signature.slice(3)]) {
    expect(fits(given, {}), given).toBe(false);
  }
});

test("characters that move from one signed part to the next change the signature", () => {
  const moved = signUrl(key, `${server}u`, { ...ada, name: "ser_id" as McpSubject["name"] });
  expect(moved).not.toBe(signUrl(key, server, ada));
});
