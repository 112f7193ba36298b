import type { Schemas } from "../../base/api-types.ts";
import { cutText } from "../../base/sharing/cut-text.ts";

/** Who an account is at its application. */
export type AccountIdentity = Schemas["ConnectedAccountIdentity"];

/** The names that applications give to each member. The first one that holds a text counts. */
const names: Readonly<Record<keyof AccountIdentity, readonly string[]>> = {
  id: ["id", "user_id", "userId", "account_id", "accountId", "sub", "gid", "uid"],
  name: ["name", "display_name", "displayName", "full_name", "fullName", "real_name"],
  email: ["email", "email_address", "emailAddress", "mail"],
  login: ["login", "username", "user_name", "preferred_username", "handle", "screen_name", "user"],
};

/** Objects around the user in an answer, as in `{"data": {"viewer": {…}}}` of GraphQL. */
const wrappers = ["user", "viewer", "me", "profile", "account", "data", "result", "response"];

/** Characters of a member. */
const longest = 256;

/**
 * Finds who the caller is in the answer of an operation about the caller, such as `GET /user`. Null when it does not say.
 *
 * ```ts
 * readIdentity({ id: 583231, login: "ada", name: "Ada Lovelace" });
 * // { id: "583231", name: "Ada Lovelace", email: null, login: "ada" }
 * ```
 */
export function readIdentity(answer: unknown, depth = 3): AccountIdentity | null {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    return null;
  }
  const members = new Map<string, unknown>(Object.entries(answer));
  const identity = {
    id: findText(members, names.id),
    name: findText(members, names.name),
    email: findText(members, names.email),
    login: findText(members, names.login),
  };
  if (identity.name !== null || identity.email !== null || identity.login !== null) {
    return identity;
  }
  for (const name of depth > 0 ? wrappers : []) {
    const inner = readIdentity(members.get(name), depth - 1);
    if (inner !== null) {
      return inner;
    }
  }
  return null;
}

/**
 * Reads the claims of an ID token (OpenID Connect Core, section 5.1). Its signature is not checked, because it came from the token
 * endpoint itself (section 3.1.3.7, 6). Null without a token that can be read.
 */
export function readIdToken(token: unknown): AccountIdentity | null {
  const [, claims = ""] = typeof token === "string" ? token.split(".") : [];
  try {
    return readIdentity(JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), 0);
  } catch {
    return null;
  }
}

/** A short text by which a person knows the account. */
export function describeIdentity(identity: AccountIdentity | undefined): string | undefined {
  return identity?.email ?? identity?.login ?? identity?.name ?? identity?.id ?? undefined;
}

function findText(members: ReadonlyMap<string, unknown>, from: readonly string[]): string | null {
  for (const name of from) {
    const value = members.get(name);
    if ((typeof value === "string" && value.trim() !== "") || typeof value === "number") {
      return cutText(String(value).replaceAll("\u0000", ""), longest);
    }
  }
  return null;
}
