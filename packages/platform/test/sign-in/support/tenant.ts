import type { Platform } from "../../../../../generated/client/index.js";
import type { World } from "../../e2e/world.ts";
import {
  createChallenge,
  createPerson,
  handOverSecret,
  handOverUrl,
  type Person,
  type Seen,
  signHandOver,
} from "./person.ts";

/** A project in which people sign in by a hand-over, with an MCP server. */
export interface Tenant {
  readonly id: string;
  readonly key: string;
  readonly platform: Platform;
  readonly issuer: string;
  readonly serverId: string;
  /** The URL of the MCP server, and the resource of its tokens. */
  readonly resource: string;
}

/** The tokens of a client. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** The redirect address of the clients of the tests. */
export const redirectUri = "http://127.0.0.1:5173/callback";

/** Creates a project with a sign-in, and an MCP server of the toolkit `acme`. */
export async function createTenant(world: World, name: string): Promise<Tenant> {
  const made = await world.owner.projects.createProject({
    body: {
      name,
      should_create_api_key: true,
      config: { mcp_sign_in: { type: "handover", url: handOverUrl, secret: handOverSecret } },
    },
  });
  const key = made.api_key ?? "";
  const platform = world.clientWith(key);
  const serverId = await createMcpServerOf(platform, "Tools of the tests");
  const { baseUrl } = world.serving.platform;
  return {
    id: made.id,
    key,
    platform,
    issuer: `${baseUrl}/oauth/${made.id}`,
    serverId,
    resource: `${baseUrl}/mcp/${serverId}`,
  };
}

/** Creates an MCP server, and returns its id. */
export async function createMcpServerOf(platform: Platform, name: string): Promise<string> {
  const { id } = await platform.mcp.createCustomMcpServer({ body: { name, toolkits: ["acme"] } });
  return id;
}

/** Registers a public client (RFC 7591), and returns the answer. */
export async function register(
  issuer: string,
  metadata: object = {},
): Promise<{
  readonly status: number;
  readonly client: { readonly client_id: string } & Record<string, unknown>;
}> {
  const response = await fetch(`${issuer}/reg`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Test client",
      redirect_uris: [redirectUri],
      scope: "tools",
      ...metadata,
    }),
  });
  return { status: response.status, client: Object(await response.json()) };
}

/** Goes from the authorization request to the consent page, as this user. */
export async function reachConsent(
  { issuer }: Pick<Tenant, "issuer">,
  parameters: Readonly<Record<string, string>>,
  user: string,
  person: Person = createPerson(),
): Promise<{ readonly person: Person; readonly page: Seen; readonly url: string }> {
  const begun = await person.open(`${issuer}/auth?${new URLSearchParams(parameters)}`);
  const asked = await person.open(begun.location);
  const request = new URL(asked.location).searchParams.get("request") ?? "";
  const token = await signHandOver(issuer, request, user);
  const back = await person.open(`${issuer}/callback?${new URLSearchParams({ request, token })}`);
  const returned = await person.open(back.location);
  const resumed = await person.open(returned.location);
  return { person, page: await person.open(resumed.location), url: resumed.location };
}

/** Signs a user in and agrees. Returns the address to which the browser is sent. */
export async function authorize(
  tenant: Pick<Tenant, "issuer">,
  parameters: Readonly<Record<string, string>>,
  user: string,
): Promise<URL> {
  const { person, url } = await reachConsent(tenant, parameters, user);
  const allowed = await person.open(`${url}/allow`, "POST");
  return new URL((await person.open(allowed.location)).location);
}

/** Sends a form to the token endpoint. */
export async function askForTokens(
  issuer: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: Tokens & { readonly error?: string } }> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** The whole way of a client: registers, signs a user in, and gets tokens for a resource. */
export async function getTokens(
  tenant: Tenant,
  user: string,
  resource: string = tenant.resource,
): Promise<Tokens & { readonly clientId: string }> {
  const { client } = await register(tenant.issuer);
  const { verifier, parameters } = createChallenge(client.client_id, redirectUri, resource);
  const back = await authorize(tenant, parameters, user);
  const { body } = await askForTokens(tenant.issuer, {
    grant_type: "authorization_code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code: back.searchParams.get("code") ?? "",
    code_verifier: verifier,
    resource,
  });
  return { ...body, clientId: client.client_id };
}

/** Lists the tools of an MCP endpoint. Returns the status, the slug of an error, and the challenge. */
export async function listTools(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly outcome: string; readonly challenge: string | null }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const body = Object(await response.json());
  return {
    outcome: `${response.status} ${body.error?.slug ?? (body.result?.tools === undefined ? "?" : "tools")}`,
    challenge: response.headers.get("www-authenticate"),
  };
}

/** The header with a token. */
export function bear(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}
