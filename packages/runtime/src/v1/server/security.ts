import { setMember } from "../parameters/typed-text.ts";
import { Failed } from "./answers/failure.ts";
import type { Call } from "./call.ts";
import { callAfter, type Later, settle } from "./later.ts";
import type { OperationDefinition } from "./operation.ts";

/**
 * Where a credential is in a request, by OpenAPI's security schemes. OAuth 2 and OpenID Connect are bearer tokens here.
 */
export type SecuritySchemeDefinition =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
    }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "mutualTLS" }
  /** A scheme that operations require but the document does not describe. */
  | { readonly type: "unknown" };

/** The credential of HTTP Basic (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The second argument of a security hook, after the credential. */
export interface SecurityCall<Context = unknown> {
  readonly scheme: string;
  /** The scopes that the operation requires in this alternative. */
  readonly scopes: readonly string[];
  readonly operation: OperationDefinition;
  readonly context: Context;
  readonly call: Call<Context>;
}

/** The result of a security hook that refuses a credential. */
export class Refusal {
  /** 401: the credential is not valid. 403: it is valid, but does not permit this operation. */
  readonly status: 401 | 403;
  /** Passed to `renderFailure` as `failure.detail`. */
  readonly detail: unknown;

  constructor(status: 401 | 403, detail: unknown) {
    this.status = status;
    this.detail = detail;
  }
}

/**
 * Makes the value that a security hook returns to refuse a credential.
 *
 * @param detail becomes `failure.detail`, such as the API's own error code
 * @example
 * ```ts
 * import { refuse } from "@specwright/runtime/v1/server";
 *
 * // A hook of `security`, by the name of its scheme. The handler gets the result for a good credential.
 * const keys = new Map([["key-1", { user: "ada" }]]);
 * const apiKey = (key: string) => keys.get(key) ?? refuse(401, "unknown-key");
 * apiKey("key-1"); // => { user: "ada" }
 * ```
 */
export function refuse(status: 401 | 403 = 401, detail?: unknown): Refusal {
  return new Refusal(status, detail);
}

/** A security hook as the router calls it. Generated code declares the type of the credential for each scheme. */
export type AnySecurityHook = (credential: never, call: SecurityCall<never>) => unknown;

interface Requirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly definition: SecuritySchemeDefinition;
  readonly hook: (credential: unknown, call: SecurityCall) => unknown;
}

/** The principals of a call by scheme name. */
type Principals = Readonly<Record<string, unknown>>;

/**
 * Returns the principals, or the reason why the call is refused: at once, unless a hook of the application answers
 * with a promise.
 */
export type Authenticate = (call: Call) => Later<Principals | Failed>;

/**
 * Prepares the check of an operation's `security`. A call passes with the first alternative for which every scheme has
 * a credential that its hook accepts. An empty alternative (`{}`) also lets calls without credentials pass; credentials
 * that are sent must still be valid.
 */
export function createAuthenticate(
  operation: OperationDefinition,
  schemes: Readonly<Record<string, SecuritySchemeDefinition>>,
  hooks: Readonly<Record<string, AnySecurityHook | undefined>>,
): Authenticate | undefined {
  const alternatives = (operation.security ?? []).map((alternative) =>
    Object.entries(alternative).map(([scheme, scopes]): Requirement => {
      // Own members only: a scheme may be called `constructor`.
      const definition = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
      const hook = Object.hasOwn(hooks, scheme) ? hooks[scheme] : undefined;
      if (definition === undefined || hook === undefined) {
        throw new Error(
          `The security scheme ${scheme} has no hook, and ${operation.name} needs it. Pass security.${scheme} to the router.`,
        );
      }
      // The hook's declared credential type and the credential itself both come from the scheme, so they match.
      return { scheme, scopes, definition, hook: hook as Requirement["hook"] };
    }),
  );
  if (alternatives.length === 0) {
    return undefined;
  }
  const isOptional = alternatives.some((alternative) => alternative.length === 0);
  const checked = alternatives.filter((alternative) => alternative.length > 0);
  const challenges = listChallenges(checked.flat());
  return (call) => authenticate({ operation, checked, isOptional, challenges }, call);
}

interface Plan {
  readonly operation: OperationDefinition;
  readonly checked: readonly (readonly Requirement[])[];
  readonly isOptional: boolean;
  readonly challenges: readonly string[];
}

/** Tries the alternatives from an index on. `refusal` is the best reason of those before it. */
function authenticate(
  plan: Plan,
  call: Call,
  start = 0,
  refusal?: Refusal,
): Later<Principals | Failed> {
  let best = refusal;
  for (const [index, alternative] of plan.checked.entries()) {
    const result = index < start ? undefined : tryAlternative(plan.operation, alternative, call);
    if (result instanceof Promise) {
      const before = best;
      return result.then((found) =>
        isAccepted(found)
          ? found
          : authenticate(plan, call, index + 1, chooseRefusal(before, found)),
      );
    }
    if (isAccepted(result)) {
      return result;
    }
    best = chooseRefusal(best, result);
  }
  return conclude(plan, best);
}

function isAccepted(result: Principals | Refusal | undefined): result is Principals {
  return result !== undefined && !(result instanceof Refusal);
}

/** Prefers to report a valid credential without the permission (403) over an invalid one (401). */
function chooseRefusal(first: Refusal | undefined, next: Refusal | undefined): Refusal | undefined {
  return next !== undefined && (first === undefined || next.status > first.status) ? next : first;
}

/** The result when no alternative was accepted. */
function conclude(
  { challenges, isOptional }: Plan,
  refusal: Refusal | undefined,
): Principals | Failed {
  if (refusal === undefined && isOptional) {
    return {};
  }
  if (refusal?.status === 403) {
    return new Failed({ kind: "forbidden", status: 403, detail: refusal.detail });
  }
  return new Failed(
    refusal === undefined
      ? { kind: "unauthorized", status: 401, challenges }
      : { kind: "unauthorized", status: 401, challenges, detail: refusal.detail },
  );
}

/** Checks one alternative. Undefined when one of its credentials was not sent. */
function tryAlternative(
  operation: OperationDefinition,
  alternative: readonly Requirement[],
  call: Call,
): Later<Principals | Refusal | undefined> {
  const credentials = alternative.map(({ definition }) => readCredential(definition, call));
  return credentials.includes(undefined)
    ? undefined
    : askHooks(operation, alternative, credentials, call, {});
}

/** Asks the hooks one after another. They may be asynchronous. */
function askHooks(
  operation: OperationDefinition,
  [requirement, ...others]: readonly Requirement[],
  [credential, ...rest]: readonly unknown[],
  call: Call,
  principals: Record<string, unknown>,
): Later<Principals | Refusal> {
  if (requirement === undefined) {
    return principals;
  }
  const { scheme, scopes, hook } = requirement;
  const { context } = call;
  const answered = hook(credential, { scheme, scopes, operation, context, call });
  return callAfter(settle(answered), (principal) => {
    // A hook must return a value to accept. A hook that forgets to return therefore refuses.
    if (principal === undefined || principal === null || principal instanceof Refusal) {
      return principal ?? refuse();
    }
    setMember(principals, scheme, principal);
    return askHooks(operation, others, rest, call, principals);
  });
}

/**
 * Reads a credential from a call; undefined when the call does not have one for this scheme. For mutual TLS and unknown
 * schemes it is `true`, and the hook inspects the call itself.
 */
function readCredential(definition: SecuritySchemeDefinition, call: Call): unknown {
  if (definition.type === "mutualTLS" || definition.type === "unknown") {
    return true;
  }
  if (definition.type === "apiKey") {
    return readApiKey(definition, call) || undefined;
  }
  const [, scheme, text] =
    authorization.exec((call.headers.get("authorization") ?? "").trimEnd()) ?? [];
  if (scheme?.toLowerCase() !== definition.scheme.toLowerCase() || text === undefined) {
    return undefined;
  }
  return definition.scheme.toLowerCase() === "basic" ? parseBasic(text) : text;
}

/** `Authorization: <scheme> <credentials>` (RFC 9110, section 11.6.2). */
const authorization = /^([\w!#$%&'*+.^`|~-]+) +([^ ].*)$/;

function readApiKey(
  definition: SecuritySchemeDefinition & { readonly type: "apiKey" },
  call: Call,
): string | null {
  switch (definition.in) {
    case "header":
      return call.headers.get(definition.name.toLowerCase());
    case "query":
      return new URLSearchParams(call.query).get(definition.name);
    case "cookie":
      return readCookie(call.headers.get("cookie") ?? "", definition.name);
  }
}

/** The value of a cookie, without decoding: RFC 6265, section 4.1.1, does not define an encoding. */
function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) {
      return pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1");
    }
  }
  return null;
}

/** Undefined when the text is not base64 of UTF-8 with a colon (RFC 7617, section 2). */
function parseBasic(text: string): BasicCredential | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = decoded.indexOf(":");
    return colon === -1
      ? undefined
      : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/**
 * The challenges for `WWW-Authenticate`. API keys and client certificates are left out, because they do not have a
 * registered scheme (RFC 9110, section 11.6.1).
 */
function listChallenges(requirements: readonly Requirement[]): readonly string[] {
  const challenges = requirements.flatMap(({ definition }) => {
    if (definition.type !== "http") {
      return [];
    }
    switch (definition.scheme.toLowerCase()) {
      case "basic":
        return ['Basic realm="", charset="UTF-8"'];
      case "bearer":
        return ["Bearer"];
      default:
        return [definition.scheme];
    }
  });
  return [...new Set(challenges)];
}
