import type { AuthOptions, BasicCredential, ExpiringToken } from "./credential.ts";

/** A credential that was asked for. */
export interface Held {
  /** Undefined while no credential is available. */
  readonly value: Promise<string | BasicCredential | undefined>;
  /** When it has to be asked for again, in milliseconds since 1970. */
  expiresAt: number;
}

/** By the `auth` of a transport, client or call, then by scheme. */
const held = new WeakMap<AuthOptions, Map<string, Held>>();

/**
 * The credential of a scheme: the one that is held, else the answer of its function, which all calls wait for together.
 *
 * @param rejected what the server answered 401 to: it is not taken again, but a newer one is, without a further call
 */
export function holdCredential(auth: AuthOptions, scheme: string, rejected?: Held): Held {
  const schemes = held.get(auth) ?? new Map<string, Held>();
  held.set(auth, schemes);
  const known = schemes.get(scheme);
  if (known !== undefined && known !== rejected && known.expiresAt > Date.now()) {
    return known;
  }
  const next: Held = {
    expiresAt: Number.POSITIVE_INFINITY,
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
        // The next call asks again; the credential before this one was not good either.
        schemes.delete(scheme);
        throw error;
      },
    ),
  };
  schemes.set(scheme, next);
  return next;
}

/** A function that throws at once fails as one whose promise is rejected does. */
async function ask(
  credential: AuthOptions[string],
  rejected: Held["value"] | undefined,
): Promise<string | BasicCredential | ExpiringToken | undefined> {
  // A function's type says which of both kinds of credential it is given, and it gave the one before.
  return typeof credential === "function"
    ? credential({ rejected: (await rejected) as never })
    : credential;
}
