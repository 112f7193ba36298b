import type { AuthOptions, BasicCredential, ExpiringToken } from "./credential.ts";

/** A requested credential. */
export interface Held {
  /** Undefined while no credential is available. */
  readonly value: Promise<string | BasicCredential | undefined>;
  /** When the function has to be called again, in milliseconds since 1970. */
  expiresAt: number;
}

/** Credentials by the `auth` object of a transport, client or call, then by scheme. */
const held = new WeakMap<AuthOptions, Map<string, Held>>();

/**
 * The credential of a scheme: the stored one, or else the result of its function. All calls that need it meanwhile wait
 * for the same result.
 *
 * @param rejected the credential that the server answered 401 to. It is not used again; when another call has renewed
 *   it already, the newer one is
 */
export function holdCredential(auth: AuthOptions, scheme: string, rejected?: Held): Held {
  const schemes = held.get(auth) ?? new Map<string, Held>();
  held.set(auth, schemes);
  const known = schemes.get(scheme);
  if (known !== undefined && known !== rejected && known.expiresAt > Date.now()) {
    return known;
  }
  const next: Held = {
    expiresAt: Number.MAX_VALUE,
    value: ask(auth[scheme], rejected?.value).then(
      (answer) => {
        if (typeof answer === "object" && "expiresAt" in answer) {
          next.expiresAt = Number(answer.expiresAt);
          return answer.token;
        }
        if (!answer) {
          next.expiresAt = 0;
        }
        return answer;
      },
      (error) => {
        // Forget the entry, so that the next call asks again. A previous credential has expired or was refused.
        schemes.delete(scheme);
        throw error;
      },
    ),
  };
  schemes.set(scheme, next);
  return next;
}

/** `async`, so that a function that throws at once also becomes a rejected promise. */
async function ask(
  credential: AuthOptions[string],
  rejected: Held["value"] | undefined,
): Promise<string | BasicCredential | ExpiringToken | undefined> {
  // `rejected` came from this same function, so it has the type that the function expects.
  return typeof credential === "function"
    ? credential({ rejected: (await rejected) as never })
    : credential;
}
