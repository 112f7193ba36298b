import type { SeenRequest } from "../../src/applications/execution/testing/application.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";

/** The modes of the credentials in `places`. */
export type Mode = "API_KEY" | "BASIC" | "BEARER_TOKEN";

interface Place {
  readonly slug: string;
  readonly mode: Mode;
  readonly scheme: string;
  readonly prefix?: string;
  readonly val: Readonly<Record<string, string>>;
  readonly arrives: (seen: SeenRequest) => unknown;
  readonly as: string;
}

/**
 * The places of a credential in a request (OpenAPI 3.1, section 4.8.27), each with its scheme, the user's input, and
 * the form in which it arrives.
 */
export const places: readonly Place[] = [
  {
    slug: "header",
    mode: "API_KEY",
    scheme: "{ type: apiKey, in: header, name: X-Token }",
    prefix: "Key ",
    val: { generic_api_key: "canary-1" },
    arrives: ({ headers }) => headers["x-token"],
    as: "Key canary-1",
  },
  {
    slug: "query",
    mode: "API_KEY",
    scheme: "{ type: apiKey, in: query, name: api_key }",
    val: { generic_api_key: "canary-2" },
    arrives: ({ url }) => new URL(url, "http://x").searchParams.get("api_key"),
    as: "canary-2",
  },
  {
    slug: "cookie",
    mode: "API_KEY",
    scheme: "{ type: apiKey, in: cookie, name: sid }",
    val: { generic_api_key: "canary-3" },
    arrives: ({ headers }) => headers.cookie,
    as: "sid=canary-3",
  },
  {
    slug: "keybasic",
    mode: "API_KEY",
    scheme: "{ type: http, scheme: basic }",
    val: { generic_api_key: "canary-4" },
    arrives: ({ headers }) => headers.authorization,
    as: `Basic ${btoa("canary-4:")}`,
  },
  {
    slug: "basic",
    mode: "BASIC",
    scheme: "{ type: http, scheme: basic }",
    val: { username: "ada", password: "canary-5" },
    arrives: ({ headers }) => headers.authorization,
    as: `Basic ${btoa("ada:canary-5")}`,
  },
  {
    slug: "bearer",
    mode: "BEARER_TOKEN",
    scheme: "{ type: http, scheme: bearer }",
    val: { token: "canary-6" },
    arrives: ({ headers }) => headers.authorization,
    as: "Bearer canary-6",
  },
];

/** A toolkit of the application on this port, with the credential at one place. */
export function placeToolkit(
  port: number,
  place: Pick<Place, "slug" | "scheme" | "prefix"> & {
    readonly mode: string;
    readonly oauth2?: string;
  },
): string {
  const { slug, mode, scheme, prefix = "", oauth2 = "" } = place;
  return `${writePlainHead(slug, `http://127.0.0.1:${port}/${slug}`)}
  auth: [{ mode: ${mode}, security_scheme: own, name: Own, prefix: '${prefix}'${oauth2} }]
security: [{ own: [] }]
components: { securitySchemes: { own: ${scheme} } }
paths:
  /thing: { get: { operationId: getThing, summary: Get thing, description: Answers the thing., responses: { '200': { description: Done. } } } }
  /open: { get: { operationId: getOpen, summary: Get open, description: Needs nothing., security: [], responses: { '200': { description: Done. } } } }
`;
}

/** A toolkit of the application whose only auth scheme is this one. */
export function schemeToolkit(port: number, mode: string): string {
  const slug = `of_${mode.toLowerCase()}`;
  const isOAuth2 = /^(?:OAUTH2|S2S_OAUTH2|DCR_OAUTH)$/.test(mode);
  const flow = mode === "S2S_OAUTH2" ? "clientCredentials" : "authorizationCode";
  const addresses = "authorizationUrl: 'https://app.example/a', tokenUrl: 'https://app.example/t'";
  const scheme = isOAuth2
    ? `{ type: oauth2, flows: { ${flow}: { ${addresses}, scopes: {} } } }`
    : `{ type: http, scheme: ${mode === "BASIC" ? "basic" : "bearer"} }`;
  return placeToolkit(port, { slug, mode, scheme, oauth2: isOAuth2 ? ", oauth2: {}" : "" });
}
