import { expect, test } from "vitest";
import { maskSecret, maskValues, mergeValues } from "./masking.ts";

const declared = new Map([
  ["tenant_pin", { is_secret: true }],
  ["workspace", { is_secret: false }],
]);

test.each([
  ["example-key-of-the-user", "exam..."],
  ["123456789012", "1234..."],
  ["12345678901", "..."],
  ["", "..."],
  [{ nested: "example-key-of-the-user" }, "..."],
])("%j is masked as %s", (secret, masked) => {
  expect(maskSecret(secret)).toBe(masked);
});

test("secrets and undeclared names are masked, addresses and declared names are not", () => {
  const values = {
    status: "ACTIVE",
    access_token: "gho_0123456789abcdef",
    subdomain: "acme",
    tenant_pin: "0123456789abcdef",
    workspace: "acme-robotics-inc",
    unheard_of: "0123456789abcdef",
    code_verifier: "never-shown-0123456789",
  };
  expect(maskValues(values, declared, true)).toEqual({
    status: "ACTIVE",
    access_token: "gho_...",
    subdomain: "acme",
    tenant_pin: "0123...",
    workspace: "acme-robotics-inc",
    unheard_of: "0123...",
  });
  const { code_verifier: _, ...open } = values;
  expect(maskValues(values, declared, false)).toEqual(open);
});

test("a toolkit cannot declare that a token is not a secret", () => {
  const lying = new Map([["access_token", { is_secret: false }]]);
  expect(maskValues({ access_token: "gho_0123456789" }, lying, true)).toEqual({
    access_token: "gho_...",
  });
});

test("changes are merged key by key: an empty value clears, and a value's own mask changes nothing", () => {
  const stored = {
    client_id: "id",
    client_secret: "secret-0123456789",
    scopes: ["a"],
    subdomain: "acme",
  };
  expect(mergeValues(stored, { client_secret: "secr...", subdomain: "" }, new Map())).toEqual({
    client_id: "id",
    client_secret: "secret-0123456789",
    scopes: ["a"],
  });
  expect(mergeValues(stored, { scopes: [], client_secret: "other" }, new Map())).toEqual({
    client_id: "id",
    client_secret: "other",
    subdomain: "acme",
  });
});
