import { Failed } from "./answers/failure.ts";
import type { Call } from "./call.ts";
import type { OperationDefinition } from "./operation.ts";

/** How a credential travels: OpenAPI's security schemes; OAuth 2 and OpenID Connect are bearer tokens here. */
export type SecuritySchemeDefinition =
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
    }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "mutualTLS" }
  /** One that the document asks for and does not describe. */
  | { readonly type: "unknown" };

/** The credential of HTTP Basic (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The arguments of a security hook beside the credential. */
export interface SecurityCall<Context = unknown> {
  readonly scheme: string;
  /** The scopes that the operation asks for in this alternative. */
  readonly scopes: readonly string[];
  readonly operation: OperationDefinition;
  readonly context: Context;
  readonly call: Call<Context>;
}

/** A security hook's no. */
export class Refusal {
  /** 401: the credential is not good. 403: it is, but not for this. */
  readonly status: 401 | 403;
  /** Handed to the hook that renders failures. */
  readonly detail: unknown;

  constructor(status: 401 | 403, detail: unknown) {
    this.status = status;
    this.detail = detail;
  }
}

/**
 * The value that a security hook returns to refuse a credential.
 *
 * @param detail handed on as `failure.detail`, such as the API's own error code
 */
export function refuse(status: 401 | 403 = 401, detail?: unknown): Refusal {
  return new Refusal(status, detail);
}

/** A security hook as the router calls it; generated declarations give each scheme its credential's type. */
export type AnySecurityHook = (credential: never, call: SecurityCall<never>) => unknown;

interface Requirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly definition: SecuritySchemeDefinition;
  readonly hook: (credential: unknown, call: SecurityCall) => unknown;
}

/** Answers principals by scheme name, or why the caller may not go on. */
export type Authenticate = (call: Call) => Promise<Readonly<Record<string, unknown>> | Failed>;

/**
 * Prepares the check of an operation's `security`: the first alternative of which every scheme has a credential that
 * its hook accepts. An empty alternative (`{}`) lets a request without credentials through; credentials that are sent
 * all the same have to be good.
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
      // The declared type of the credential follows from the scheme, and so does the value that the hook is given.
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

async function authenticate(
  plan: Plan,
  call: Call,
): Promise<Readonly<Record<string, unknown>> | Failed> {
  let refusal: Refusal | undefined;
  for (const alternative of plan.checked) {
    const result = await tryAlternative(plan.operation, alternative, call);
    if (result !== undefined && !(result instanceof Refusal)) {
      return result;
    }
    // A valid credential without the needed permission (403) is more useful to report than an invalid one (401).
    if (result !== undefined && (refusal === undefined || result.status > refusal.status)) {
      refusal = result;
    }
  }
  if (refusal === undefined && plan.isOptional) {
    return {};
  }
  if (refusal?.status === 403) {
    return new Failed({ kind: "forbidden", status: 403, detail: refusal.detail });
  }
  const { challenges } = plan;
  return new Failed(
    refusal === undefined
      ? { kind: "unauthorized", status: 401, challenges }
      : { kind: "unauthorized", status: 401, challenges, detail: refusal.detail },
  );
}

/** Undefined when a credential is missing: then this alternative was not meant. */
async function tryAlternative(
  operation: OperationDefinition,
  alternative: readonly Requirement[],
  call: Call,
): Promise<Readonly<Record<string, unknown>> | Refusal | undefined> {
  const credentials: unknown[] = [];
  for (const { definition } of alternative) {
    const credential = readCredential(definition, call);
    if (credential === undefined) {
      return undefined;
    }
    credentials.push(credential);
  }
  const principals: [string, unknown][] = [];
  for (const [index, { scheme, scopes, hook }] of alternative.entries()) {
    const { context } = call;
    const answered = await hook(credentials[index], { scheme, scopes, operation, context, call });
    // Only a value lets a caller in: a hook that forgets to return refuses.
    if (answered === undefined || answered === null || answered instanceof Refusal) {
      return answered ?? refuse();
    }
    principals.push([scheme, answered]);
  }
  return Object.fromEntries(principals);
}

/**
 * Undefined when the request has no credential of this scheme. For mutual TLS and unknown schemes the hook inspects the
 * call.
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

/** As sent, without decoding: a cookie's value has no encoding of its own (RFC 6265, section 4.1.1). */
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

/** For `WWW-Authenticate`; API keys and client certificates have no registered scheme (RFC 9110, section 11.6.1). */
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
