import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";
import { openSecondClient, stateless } from "../mcp/support/stateless-requests.ts";
import {
  createChallenge,
  createPerson,
  handOverSecret,
  handOverUrl,
  signHandOver,
} from "./support/person.ts";
import {
  askForTokens,
  authorize,
  bear,
  createMcpServerOf,
  createTenant,
  getTokens,
  listTools,
  reachConsent,
  redirectUri,
  register,
  type Tenant,
} from "./support/tenant.ts";

let world: World;
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  // Without the exception for loopback that an embedded database has.
  world = await startWorld({ environment: { PLATFORM_EGRESS_ALLOW: "allowed.example" } });
  [tenant, other] = [await createTenant(world, "sign-in"), await createTenant(world, "sign-in-b")];
});
afterAll(async () => {
  await world?.close();
});

const readJson = async (url: string): Promise<Record<string, unknown>> =>
  Object(await (await fetch(url)).json());

/** A code of a new client for a user, and the form that redeems it. */
async function getCode(user = "ada"): Promise<{ form: Record<string, string>; clientId: string }> {
  const { client } = await register(tenant.issuer);
  const clientId = client.client_id;
  const { verifier, parameters } = createChallenge(clientId, redirectUri, tenant.resource);
  const back = await authorize(tenant, parameters, user);
  const form = {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code: back.searchParams.get("code") ?? "",
    code_verifier: verifier,
    resource: tenant.resource,
  };
  return { form, clientId };
}

test("a client that knows only the URL finds the metadata of the server and of its issuer", async () => {
  const { outcome, challenge } = await listTools(tenant.resource, {});
  expect(outcome).toBe("401 Mcp_SignInRequired");
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge ?? "")?.[1] ?? "";
  expect(challenge).toBe(`Bearer resource_metadata="${metadata}", scope="tools"`);
  expect(await readJson(metadata)).toEqual({
    resource: tenant.resource,
    authorization_servers: [tenant.issuer],
    scopes_supported: ["tools"],
    bearer_methods_supported: ["header"],
    resource_name: "Tools of the tests",
  });
  const { origin, pathname } = new URL(tenant.issuer);
  const inserted = await readJson(`${origin}/.well-known/oauth-authorization-server${pathname}`);
  expect(inserted).toMatchObject({
    issuer: tenant.issuer,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${tenant.issuer}/reg`,
  });
  expect(await readJson(`${tenant.issuer}/.well-known/openid-configuration`)).toEqual(inserted);
});

test("a token works for its server alone: other servers and projects refuse it, and so does another user's URL", async () => {
  const { access_token: token, scope, expires_in } = await getTokens(tenant, "ada");
  expect({ scope, expires_in }).toEqual({ scope: "tools", expires_in: 600 });
  const at = async (url: string): Promise<string> => (await listTools(url, bear(token))).outcome;
  expect(await at(tenant.resource)).toBe("200 tools");
  expect(await at(`${tenant.resource}?user_id=ada`)).toBe("200 tools");
  expect(await at(`${tenant.resource}?user_id=bob`)).toBe("403 Mcp_TokenOfOtherUser");
  expect(await at(`${tenant.resource}?connected_account_id=ca_Ab12Cd34Ef56`)).toBe(
    "403 Mcp_TokenOfOtherUser",
  );
  const { baseUrl } = world.serving.platform;
  const second = await createMcpServerOf(tenant.platform, "Second server");
  expect(await at(`${baseUrl}/mcp/${second}`)).toBe("401 Mcp_TokenInvalid");
  expect(await at(other.resource)).toBe("401 Mcp_TokenInvalid");
  const wrong = await listTools(tenant.resource, bear(`${token}x`));
  expect(wrong.outcome).toBe("401 Mcp_TokenInvalid");
  expect(wrong.challenge).toContain('error="invalid_token", resource_metadata="');
  const api = await fetch(`${world.url}/api/v3/tools`, { headers: bear(token) });
  expect(api.status).toBe(401);
});

test("a key of the project still counts alone, and signed URLs still work", async () => {
  const url = `${tenant.resource}?user_id=bob`;
  expect((await listTools(url, { "x-api-key": tenant.key })).outcome).toBe("200 tools");
  await tenant.platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const { user_ids_url: urls } = await tenant.platform.mcp.generateMcpUrls({
    body: { mcp_server_id: tenant.serverId, user_ids: ["bob"] },
  });
  expect((await listTools(urls[0] ?? "", {})).outcome).toBe("200 tools");
  expect((await listTools(urls[0] ?? "", bear("wrong"))).outcome).toBe("401 Mcp_TokenInvalid");
});

test("a session's URL needs a token of its user only where the project says so", async () => {
  const { mcp } = await other.platform.toolRouter.createSession({ body: { user_id: "ada" } });
  expect((await listTools(mcp.url, {})).outcome).toBe("200 tools");
  expect((await listTools(mcp.url, bear("wrong"))).outcome).toBe("401 Mcp_TokenInvalid");
  await other.platform.projects.updateProjectConfig({
    body: {
      mcp_sign_in: {
        type: "handover",
        url: handOverUrl,
        secret: handOverSecret,
        covers_sessions: true,
      },
    },
  });
  const refused = await listTools(mcp.url, {});
  expect(refused.outcome).toBe("401 Mcp_SignInRequired");
  const metadata = /resource_metadata="([^"]+)"/.exec(refused.challenge ?? "")?.[1] ?? "";
  expect(await readJson(metadata)).toMatchObject({ resource: mcp.url });
  expect((await listTools(mcp.url, { "x-api-key": other.key })).outcome).toBe("200 tools");
  const mine = await getTokens(other, "ada", mcp.url);
  expect((await listTools(mcp.url, bear(mine.access_token))).outcome).toBe("200 tools");
  const theirs = await getTokens(other, "bob", mcp.url);
  expect((await listTools(mcp.url, bear(theirs.access_token))).outcome).toBe(
    "403 Mcp_TokenOfOtherUser",
  );
});

test("where nobody can sign in, nothing of this exists", async () => {
  const { serving, platform, keys } = world;
  const { baseUrl } = serving.platform;
  const id = await createMcpServerOf(platform, "Without sign-in");
  expect((await listTools(`${baseUrl}/mcp/${id}?user_id=ada`, {})).challenge).toBeNull();
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/mcp/${id}`;
  expect((await fetch(metadata)).status).toBe(404);
  const { project } = await platform.auth.getSessionInfo({});
  const { status } = await register(`${baseUrl}/oauth/${project?.id}`);
  expect(status).toBe(404);
  expect(keys.project).toMatch(/^ak_/);
});

test("the secret of the sign-in is stored sealed, and never returned", async () => {
  const { mcp_sign_in: shown } = await tenant.platform.projects.getProjectConfig({});
  expect(shown).toEqual({ type: "handover", url: handOverUrl, covers_sessions: false });
  const { database } = world.serving.platform;
  const [row] = await database.transactInProject(tenant.id, (trx) =>
    trx.selectFrom("projects").select("config").where("id", "=", tenant.id).execute(),
  );
  expect(row?.config.mcp_sign_in).toMatchObject({ url: handOverUrl });
  expect(JSON.stringify(row)).not.toContain(handOverSecret);
});

test("settings that are not whole are refused by their members", async () => {
  const set = async (mcp_sign_in: object): Promise<readonly string[]> => {
    const response = await fetch(`${world.url}/api/v3/org/project/config`, {
      method: "PATCH",
      headers: { "x-api-key": tenant.key, "content-type": "application/json" },
      body: JSON.stringify({ mcp_sign_in }),
    });
    return Object(await response.json()).error?.errors;
  };
  expect(
    await set({ type: "handover", url: "http://app.example.com", issuer: "https://a.example" }),
  ).toEqual(["body.mcp_sign_in.secret: required", "body.mcp_sign_in.issuer: not allowed"]);
  expect(
    await set({ type: "handover", url: "http://app.example.com", secret: handOverSecret }),
  ).toEqual(["body.mcp_sign_in.url: must be an https URL, or one of a loopback address"]);
  expect(await set({ type: "oidc", issuer: "https://a.example" })).toEqual([
    "body.mcp_sign_in.client_id: required",
    "body.mcp_sign_in.client_secret: required",
  ]);
});

test("a code works once: the second use is refused, and ends the tokens of the first", async () => {
  const { form } = await getCode();
  const first = await askForTokens(tenant.issuer, form);
  expect(first.status).toBe(200);
  const again = await askForTokens(tenant.issuer, form);
  expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
  expect((await listTools(tenant.resource, bear(first.body.access_token))).outcome).toBe(
    "401 Mcp_TokenInvalid",
  );
});

test("of two requests with one code at the same moment, one at most gets tokens", async () => {
  const { form } = await getCode();
  const answers = await Promise.all([1, 2, 3].map(() => askForTokens(tenant.issuer, form)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

test("a code is bound to its client, its redirect address, its verifier and its server", async () => {
  const { client } = await register(tenant.issuer);
  const changes: readonly Record<string, string>[] = [
    { client_id: client.client_id },
    { redirect_uri: "http://127.0.0.1:5173/other" },
    { code_verifier: "a".repeat(43) },
    { resource: other.resource },
  ];
  for (const change of changes) {
    const { form } = await getCode();
    const { status } = await askForTokens(tenant.issuer, { ...form, ...change });
    expect({ ...change, status }).toEqual({ ...change, status: 400 });
  }
});

test("a request without PKCE, or with the plain method, is refused, and so is a code without its verifier", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const { code_challenge: _, code_challenge_method: __, ...without } = parameters;
  const person = createPerson();
  for (const wrong of [without, { ...parameters, code_challenge_method: "plain" }]) {
    const { location } = await person.open(`${tenant.issuer}/auth?${new URLSearchParams(wrong)}`);
    const back = new URL(location);
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(back.searchParams.get("error")).toBe("invalid_request");
    expect(back.searchParams.get("iss")).toBe(tenant.issuer);
  }
  const { code_verifier: ___, ...form } = (await getCode()).form;
  expect((await askForTokens(tenant.issuer, form)).status).toBe(400);
});

test("every answer names the issuer, so that a client notices an answer of another one", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const { person, url } = await reachConsent(tenant, parameters, "ada");
  const declined = await person.open(`${url}/decline`, "POST");
  const back = new URL((await person.open(declined.location)).location);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: "access_denied",
    state: parameters.state,
    iss: tenant.issuer,
  });
});

test("a redirect address has to be one that the client registered, to the letter, but for the port of a loopback address", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const ask = (redirect_uri: string) =>
    createPerson().open(
      `${tenant.issuer}/auth?${new URLSearchParams({ ...parameters, redirect_uri })}`,
    );
  for (const wrong of [
    "https://evil.example/callback",
    "http://127.0.0.1:5173/callback/more",
    "http://127.0.0.1:5173/callback?a=1",
    "http://127.0.0.1.evil.example:5173/callback",
    "http://localhost:5173/callback",
  ]) {
    const { status, location, text } = await ask(wrong);
    expect({ wrong, status, location }).toEqual({ wrong, status: 400, location: "" });
    expect(text).toContain("This sign-in cannot be completed");
  }
  expect((await ask("http://127.0.0.1:40111/callback")).status).toBe(303);
});

test("a redirect address with a question mark that is not encoded is read whole", async () => {
  const uri = "http://127.0.0.1:5173/callback?from=here";
  const { client } = await register(tenant.issuer, { redirect_uris: [uri] });
  const { parameters } = createChallenge(client.client_id, uri, tenant.resource);
  const query = `${new URLSearchParams(parameters)}`.replace("%3F", "?");
  expect((await createPerson().open(`${tenant.issuer}/auth?${query}`)).status).toBe(303);
});

test("redirect addresses that are no list are refused as such, and not a failure of the service", async () => {
  for (const redirect_uris of ["https://app.example.com/callback", null, {}, [1], [null]]) {
    const { status } = await register(tenant.issuer, { redirect_uris });
    expect({ redirect_uris, status }).toEqual({ redirect_uris, status: 400 });
  }
});

test("a registration that is larger than any client needs is refused", async () => {
  const { status } = await register(tenant.issuer, { client_name: "x".repeat(60_000) });
  expect(status).toBe(400);
});

test("an address to which no code may be sent cannot be registered", async () => {
  for (const uri of [
    "http://app.example.com/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://app.example.com/callback#fragment",
  ]) {
    const { status } = await register(tenant.issuer, { redirect_uris: [uri] });
    expect({ uri, status }).toEqual({ uri, status: 400 });
  }
});

test("a refresh token works once: when an old one comes again, all tokens of the grant end", async () => {
  const { clientId, refresh_token: first } = await getTokens(tenant, "ada");
  const refresh = (refresh_token: string) =>
    askForTokens(tenant.issuer, {
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token,
    });
  const second = await refresh(first);
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first);
  expect((await listTools(tenant.resource, bear(second.body.access_token))).outcome).toBe(
    "200 tools",
  );
  expect((await refresh(first)).body.error).toBe("invalid_grant");
  expect((await refresh(second.body.refresh_token)).body.error).toBe("invalid_grant");
  expect((await listTools(tenant.resource, bear(second.body.access_token))).outcome).toBe(
    "401 Mcp_TokenInvalid",
  );
});

test("a resource of another project, or of another service, gets no code", async () => {
  const { client } = await register(tenant.issuer);
  for (const resource of [other.resource, "https://mcp.example.com/mcp", `${tenant.resource}/x`]) {
    const { parameters } = createChallenge(client.client_id, redirectUri, resource);
    const person = createPerson();
    const { location } = await person.open(
      `${tenant.issuer}/auth?${new URLSearchParams(parameters)}`,
    );
    expect(new URL(location).searchParams.get("error")).toBe("invalid_target");
  }
  const { client: theirs } = await register(other.issuer);
  const { parameters } = createChallenge(theirs.client_id, redirectUri, tenant.resource);
  const unknown = await createPerson().open(
    `${tenant.issuer}/auth?${new URLSearchParams(parameters)}`,
  );
  expect(unknown.status).toBe(400);
});

test("a token of the application is refused when it is old, of another secret, project or sign-in, and when it comes twice", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const person = createPerson();
  const begin = async (): Promise<string> => {
    const begun = await person.open(`${tenant.issuer}/auth?${new URLSearchParams(parameters)}`);
    const { location } = await person.open(begun.location);
    const asked = new URL(location);
    expect(asked.origin + asked.pathname).toBe("https://app.example.com/mcp/sign-in");
    expect(asked.searchParams.get("from")).toBe("mcp");
    return asked.searchParams.get("request") ?? "";
  };
  const come = async (request: string, token: string): Promise<number> => {
    const query = new URLSearchParams({ request, token });
    const { location } = await person.open(`${tenant.issuer}/callback?${query}`);
    return (await person.open(location)).status;
  };
  const request = await begin();
  const sign = (
    ...changes: Parameters<typeof signHandOver> extends [string, string, ...infer Rest]
      ? Rest
      : never
  ) => signHandOver(tenant.issuer, request, ...changes);
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  expect(await come(request, "")).toBe(403);
  expect(await come(request, await sign("ada", { at: hourAgo }))).toBe(403);
  expect(await come(request, await sign("ada", { secret: "s".repeat(40) }))).toBe(403);
  expect(await come(request, await sign("ada", { issuer: other.issuer }))).toBe(403);
  expect(await come(request, await sign(".."))).toBe(403);
  const earlier = await signHandOver(tenant.issuer, await begin(), "ada");
  expect(await come(request, earlier)).toBe(403);
  const good = await sign("ada");
  expect(await come(request, good)).toBe(303);
  expect(await come(await begin(), good)).toBe(403);
});

test("a sign-in of one browser cannot be completed in another one", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const attacker = createPerson();
  const begun = await attacker.open(`${tenant.issuer}/auth?${new URLSearchParams(parameters)}`);
  const { location } = await attacker.open(begun.location);
  const request = new URL(location).searchParams.get("request") ?? "";
  const token = await signHandOver(tenant.issuer, request, "victim");
  const victim = createPerson();
  const query = new URLSearchParams({ request, token });
  const back = await victim.open(`${tenant.issuer}/callback?${query}`);
  expect((await victim.open(back.location)).status).toBe(403);
  // The cookie of an interaction is signed, so that its id, which the application sees, is not enough.
  const forged = await createPerson().open(back.location, "GET", {
    cookie: `mcp_sign_in=${request}; mcp_sign_in.sig=AAAA`,
  });
  expect(forged.status).toBe(403);
});

test("a browser in which somebody signed in before asks the next person again", async () => {
  const { client } = await register(tenant.issuer);
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const { person, url } = await reachConsent(tenant, parameters, "ada");
  await person.open((await person.open(`${url}/allow`, "POST")).location);
  const next = await reachConsent(tenant, parameters, "bob", person);
  expect(next.page.text).toContain("<bdi>bob</bdi>");
  expect(next.page.text).not.toContain("<bdi>ada</bdi>");
});

test("the consent page cannot be framed or submitted by another site, and escapes what the client calls itself", async () => {
  const { client } = await register(tenant.issuer, { client_name: "<b>Evil</b>" });
  const { parameters } = createChallenge(client.client_id, redirectUri, tenant.resource);
  const { person, page, url } = await reachConsent(tenant, parameters, "ada");
  expect(page.status).toBe(200);
  expect(page.text).toContain("&#60;b&#62;Evil&#60;/b&#62;");
  expect(page.text).toContain("Tools of the tests");
  expect(page.text).toContain("a program on this computer");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  const forged = await person.open(`${url}/allow`, "POST", { "sec-fetch-site": "cross-site" });
  expect([forged.status, forged.location]).toEqual([403, ""]);
  expect((await person.open(`${url}/allow`)).location).toBe("");
});

test("the consent page warns of a client that named itself, wherever its answer goes", async () => {
  for (const uri of [redirectUri, "cursor://callback", "https://evil.example/callback"]) {
    const { client } = await register(tenant.issuer, {
      client_name: "A well-known client",
      redirect_uris: [uri],
    });
    const { parameters } = createChallenge(client.client_id, uri, tenant.resource);
    const { page } = await reachConsent(tenant, parameters, "ada");
    expect(page.text).toContain("The name is what the program calls itself.");
  }
});

test("no page leads to an address that a request chose", async () => {
  const person = createPerson();
  for (const query of [
    "request=https://evil.example",
    "request=//evil.example/aaaaaaaaaaaaaaaa",
    "state=..%2F..%2Fevil.example",
    "return_to=https://evil.example",
  ]) {
    const { status, location } = await person.open(`${tenant.issuer}/callback?${query}`);
    expect({ query, status, location }).toEqual({ query, status: 400, location: "" });
  }
  const path = `${tenant.issuer}/auth?${new URLSearchParams({ client_id: "x", redirect_uri: "https://evil.example" })}`;
  expect((await person.open(path, "GET", { "x-forwarded-host": "evil.example" })).location).toBe(
    "",
  );
});

test("the addresses of the metadata are those of the deployment, whatever the caller says", async () => {
  const response = await fetch(`${tenant.issuer}/.well-known/openid-configuration`, {
    headers: {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "gopher",
      forwarded: "host=evil.example",
    },
  });
  expect(await response.text()).not.toMatch(/evil|gopher/);
});

const revoke = (client_id: string, token: string, issuer = tenant.issuer) =>
  fetch(`${issuer}/token/revocation`, {
    method: "POST",
    body: new URLSearchParams({ client_id, token }),
  });

type Ended = Awaited<ReturnType<typeof getTokens>>;
const handOver = { type: "handover", url: handOverUrl, secret: handOverSecret } as const;

test.each<[string, (tokens: Ended) => Promise<unknown>]>([
  ["a revocation by the client", ({ clientId, refresh_token }) => revoke(clientId, refresh_token)],
  ["the user", () => tenant.platform.users.deleteUser({ user_id: "eve" })],
  [
    "a change of the sign-in",
    () => tenant.platform.projects.updateProjectConfig({ body: { mcp_sign_in: handOver } }),
  ],
  [
    "one of the keys of the project",
    async () => {
      const { projects } = world.owner;
      const path = { nano_id: tenant.id };
      const { id } = await projects.createProjectKey({ ...path, body: { name: "second" } });
      await projects.deleteProjectKey({ ...path, key_id: id });
    },
  ],
  ["the key of the project", () => world.owner.projects.regenerateApiKey({ nano_id: tenant.id })],
])("tokens end with %s", async (_, end) => {
  const tokens = await getTokens(tenant, "eve");
  const call = async (): Promise<string> =>
    (await listTools(tenant.resource, bear(tokens.access_token))).outcome;
  expect(await call()).toBe("200 tools");
  await end(tokens);
  expect(await call()).toBe("401 Mcp_TokenInvalid");
  const { body } = await askForTokens(tenant.issuer, {
    grant_type: "refresh_token",
    client_id: tokens.clientId,
    refresh_token: tokens.refresh_token,
  });
  expect(body.error).toBe("invalid_grant");
});

test("a token that an exchange writes just after all tokens were ended works nowhere", async () => {
  const { mcp } = await other.platform.toolRouter.createSession({ body: { user_id: "gil" } });
  const { database } = world.serving.platform;
  for (const resource of [other.resource, mcp.url]) {
    const { access_token: token } = await getTokens(other, "gil", resource);
    const call = async () => (await listTools(resource, bear(token))).outcome;
    const written = await database.transactInProject(other.id, (trx) =>
      trx
        .selectFrom("mcp_oauth_records")
        .selectAll()
        .where("project_id", "=", other.id)
        .where("kind", "=", "AccessToken")
        .execute(),
    );
    expect(await call()).toBe("200 tools");
    await other.platform.projects.updateProjectConfig({
      body: { mcp_sign_in: { ...handOver, covers_sessions: true } },
    });
    await database.transactInProject(other.id, async (trx) => {
      await trx
        .insertInto("mcp_oauth_records")
        .values(written)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    expect(await call()).toBe("401 Mcp_TokenInvalid");
  }
});

test("a stream of a session ends with the token with which it was opened", async () => {
  const { mcp } = await other.platform.toolRouter.createSession({ body: { user_id: "finn" } });
  const { access_token, refresh_token, clientId } = await getTokens(other, "finn", mcp.url);
  const client = await openSecondClient(mcp.url, {
    version: stateless,
    headers: bear(access_token),
  });
  const { closed } = await client.listen({ toolsListChanged: true });
  await revoke(clientId, refresh_token, other.issuer);
  expect(await closed).toBe("graceful");
  await client.close();
});

test("an Idempotency-Key of one user does not give another user its response", async () => {
  const [ada, bob] = [await getTokens(other, "ada"), await getTokens(other, "bob")];
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await listTools(other.resource, { ...bear(ada.access_token), ...headers })).outcome).toBe(
    "200 tools",
  );
  expect((await listTools(other.resource, { ...bear(bob.access_token), ...headers })).outcome).toBe(
    "422 Idempotency_KeyReused",
  );
});

test("a document of a client is fetched through the walls of the service: not from this machine, not from a private network, not over http", async () => {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  for (const client_id of [
    `https://127.0.0.1:${port}/client.json`,
    `https://[::ffff:127.0.0.1]:${port}/client.json`,
    "https://10.0.0.1/client.json",
    "https://169.254.169.254/latest",
    `http://127.0.0.1:${port}/client.json`,
  ]) {
    const { parameters } = createChallenge(client_id, redirectUri, tenant.resource);
    const { status, text } = await createPerson().open(
      `${tenant.issuer}/auth?${new URLSearchParams(parameters)}`,
    );
    expect({ client_id, status }).toEqual({ client_id, status: 400 });
    expect(text).toContain("invalid_client");
  }
  expect(connections).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
