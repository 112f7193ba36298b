import { waitWithin } from "../failures/retry.ts";
import type { AuthOptions, BasicCredential } from "./credential.ts";
import { CredentialError } from "./credential-error.ts";
import { type Held, holdCredential } from "./held-credentials.ts";
import type {
  OperationSecurity,
  SchemeDefinition,
  SecuredRequest,
  SecurityAlternative,
  UnsecuredCall,
} from "./security.ts";

/** A credential of a call, and where it came from. */
interface Chosen {
  readonly definition: SchemeDefinition;
  readonly auth: AuthOptions;
  readonly held: Held;
  readonly value: string | BasicCredential;
}

/**
 * Adds credentials to the calls of an operation. It takes the first alternative of the document's `security` whose
 * credentials are all given, and sends no others. Alternatives that use a credential of the call's own `auth` are tried
 * before the rest. When no alternative is complete, the call is sent as it is, because the credential may be sent by
 * other means, such as `headers`, middleware or the browser.
 *
 * When the server answers 401, the functions of `auth` are called again and the request is repeated once, because a 401
 * means that the server did nothing. A request whose body is a stream is not repeated.
 */
export function secured(alternatives: readonly SecurityAlternative[]): OperationSecurity {
  return async (call, send) => {
    const chosen = await choose(alternatives, call);
    const first = await send(withCredentials(chosen ?? [], call));
    if (first.response.status !== 401) {
      return first;
    }
    if (chosen === undefined) {
      return { ...first, hint: describeMissingCredential(alternatives) };
    }
    if (call.body instanceof ReadableStream) {
      return first;
    }
    const renewed = await resolve(chosen, call, chosen);
    if (renewed === undefined || renewed.every(({ value }, at) => value === chosen[at]?.value)) {
      return first;
    }
    if (!first.response.bodyUsed) {
      await first.response.body?.cancel();
    }
    return send(withCredentials(renewed, call));
  };
}

type Unresolved = Pick<Chosen, "definition" | "auth">;

/** The credentials of the first complete alternative; undefined when every alternative lacks some. */
async function choose(
  alternatives: readonly SecurityAlternative[],
  call: UnsecuredCall,
): Promise<readonly Chosen[] | undefined> {
  const { callAuth, auth, url } = call;
  const own = isSameOrigin(call.baseUrl, url) && callAuth ? callAuth : {};
  const sources =
    callAuth === false ? [] : [own, isSameOrigin(call.ownUrl, url) && auth ? auth : {}];
  const complete = alternatives.flatMap((alternative) => {
    const found = alternative
      .filter(({ place, name = "" }) => !place({ ...call, guarded: [] }, name))
      .map((definition) => {
        const from = sources.find(
          (each) =>
            // Own members only: a scheme may be called `constructor`.
            Object.hasOwn(each, definition.scheme) && each[definition.scheme],
        );
        return from && { definition, auth: from };
      });
    return alternative.length > 0 && found.every((each) => each !== undefined) ? [found] : [];
  });
  const isOfCall = (found: readonly Unresolved[]): boolean =>
    found.some(({ auth: from }) => from === own);
  for (const found of [...complete.filter(isOfCall), ...complete]) {
    const resolved = await resolve(found, call);
    if (resolved !== undefined) {
      return resolved;
    }
  }
  return callAuth === false || alternatives.some(({ length }) => length === 0) ? [] : undefined;
}

/**
 * The values of the credentials; undefined when one of them is not available now. The functions are called at the same
 * time, because each may send a request.
 */
async function resolve(
  chosen: readonly Unresolved[],
  call: UnsecuredCall,
  rejected?: readonly Chosen[],
): Promise<readonly Chosen[] | undefined> {
  const all = await Promise.all(
    chosen.map(async ({ definition, auth }, at) => {
      const held = holdCredential(auth, definition.scheme, rejected?.[at]?.held);
      const value = await waitWithin(call.signal, held.value).catch((cause: unknown) => {
        call.signal?.throwIfAborted();
        throw new CredentialError(call.operation, definition.scheme, "failed", { cause });
      });
      return value ? { definition, auth, held, value } : undefined;
    }),
  );
  return all.every((each) => each !== undefined) ? all : undefined;
}

/** The request with its credentials. */
function withCredentials(chosen: readonly Chosen[], call: UnsecuredCall): SecuredRequest {
  const request = { url: call.url, headers: new Headers(call.headers), guarded: [] };
  for (const { definition, value } of chosen) {
    const { scheme, place, name = "" } = definition;
    try {
      place(request, name, value);
    } catch {
      // The cause is left out: when a header cannot be set, the message of its error contains the credential.
      throw new CredentialError(call.operation, scheme, "cannot be sent");
    }
  }
  return request;
}

function describeMissingCredential(alternatives: readonly SecurityAlternative[]): string {
  const lists = alternatives.map((alternative) =>
    alternative.map(({ scheme }) => JSON.stringify(scheme)).join(" and "),
  );
  return `\`auth\` has no credential for this call, which takes ${lists.join(", or ")}`;
}

function isSameOrigin(one: string, other: string): boolean {
  return parseOrigin(one) === parseOrigin(other);
}

/** A relative address is resolved against the page, as `fetch` does in a browser. */
function parseOrigin(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }; // Not in Node.
  return new URL(url, location?.href ?? "http://localhost").origin;
}
