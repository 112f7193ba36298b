import { expect, test } from "vitest";
import { describeIdentity, readIdentity, readIdToken } from "./identity.ts";

const none = { id: null, name: null, email: null, login: null };

test.each([
  [
    { id: 583231, login: "ada", name: "Ada" },
    { id: "583231", login: "ada", name: "Ada" },
  ],
  [{ emailAddress: "ada@example.com", messagesTotal: 3 }, { email: "ada@example.com" }],
  [
    { ok: true, user: "ada", user_id: "U1", team: "T" },
    { id: "U1", login: "ada" },
  ],
  [{ data: { viewer: { id: "v", email: "a@b.c" } } }, { id: "v", email: "a@b.c" }],
  [{ result: { user: { displayName: "Ada", accountId: "1" } } }, { id: "1", name: "Ada" }],
])("%j names its user", (answer, identity) => {
  expect(readIdentity(answer)).toEqual({ ...none, ...identity });
});

test.each([
  undefined,
  "ada",
  [{ name: "Ada" }],
  { id: 7 },
  { name: "  " },
  { data: { data: { data: { data: { name: "deep" } } } } },
])("%j names nobody", (answer) => {
  expect(readIdentity(answer)).toBeNull();
});

test("a member is cut, and holds no character that the database refuses", () => {
  expect(readIdentity({ name: `A\u0000${"d".repeat(300)}` })?.name).toBe(`A${"d".repeat(254)}…`);
});

test("an ID token names its user by its claims, and a text that is none names nobody", () => {
  const claims = { sub: "7", preferred_username: "ada", email: "ada@example.com", exp: 1 };
  const token = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
  const identity = { id: "7", name: null, email: "ada@example.com", login: "ada" };
  expect(readIdToken(token)).toEqual(identity);
  expect(describeIdentity(identity)).toBe("ada@example.com");
  for (const text of [undefined, 7, "", "a.b.c", "opaque", "e30.W10.x"]) {
    expect(readIdToken(text)).toBeNull();
  }
});
