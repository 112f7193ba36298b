import { createHash, randomBytes } from "node:crypto";
import { SignJWT } from "jose";

/** The secret with which the application of the tests signs its tokens. */
export const handOverSecret = "handover-secret-of-the-tests-5e8c1f";

/** The page of the application. Nothing listens there: the tests take the address from the redirect. */
export const handOverUrl = "https://app.example.com/mcp/sign-in?from=mcp";

/** An answer, as far as a browser shows it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string;
  readonly text: string;
}

/** A browser without scripts: it keeps cookies by their path, and follows a redirect only when it is asked to. */
export interface Person {
  open(url: string, method?: "GET" | "POST", headers?: Record<string, string>): Promise<Seen>;
  /** The names of the cookies that it has. */
  readonly cookies: ReadonlyMap<string, string>;
}

/** Creates a browser. */
export function createPerson(): Person {
  const cookies = new Map<string, string>();
  return {
    cookies,
    open: async (url, method = "GET", headers = {}) => {
      const { pathname } = new URL(url);
      const sent = [...cookies].flatMap(([place, value]) => {
        const [path = "/", name = ""] = place.split(" ");
        return pathname === path || pathname.startsWith(`${path.replace(/\/$/, "")}/`)
          ? [`${name}=${value}`]
          : [];
      });
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          accept: "text/html",
          "sec-fetch-site": method === "POST" ? "same-origin" : "cross-site",
          cookie: sent.join("; "),
          ...headers,
        },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const path = /; ?path=([^;]+)/i.exec(line)?.[1] ?? "/";
        if (value === "") {
          cookies.delete(`${path} ${name}`);
        } else {
          cookies.set(`${path} ${name}`, value);
        }
      }
      const location = response.headers.get("location") ?? "";
      return {
        status: response.status,
        headers: response.headers,
        location: location === "" ? "" : new URL(location, url).href,
        text: await response.text(),
      };
    },
  };
}

/** What a client needs for one authorization. */
export interface Challenge {
  readonly verifier: string;
  readonly parameters: Record<string, string>;
}

/** The parameters of an authorization request with PKCE. */
export function createChallenge(
  clientId: string,
  redirectUri: string,
  resource: string,
): Challenge {
  const verifier = randomBytes(32).toString("base64url");
  return {
    verifier,
    parameters: {
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      resource,
      scope: "tools",
      state: randomBytes(8).toString("hex"),
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    },
  };
}

/** The token with which the application sends a person back; `changes` make it wrong. */
export async function signHandOver(
  issuer: string,
  request: string,
  user: string,
  changes: { readonly secret?: string; readonly issuer?: string; readonly at?: number } = {},
): Promise<string> {
  return await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setJti(request)
    .setAudience(changes.issuer ?? issuer)
    .setIssuedAt(changes.at)
    .sign(Buffer.from(changes.secret ?? handOverSecret));
}
