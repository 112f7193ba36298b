import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSha256 } from "../../src/base/secrets/hash.ts";
import { createConsoleLink } from "../../src/domain/keys/console-sessions.ts";
import { createOrganization } from "../../src/domain/projects/create-organization.ts";
import { alterTables } from "../e2e/alter-tables.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type Asked, ask } from "./ask.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_BASE_URL: "https://console.example.com" } });
  // Tests move times, as the owner of the tables.
  await alterTables(world, "no force row level security");
});
afterAll(async () => {
  await world?.close();
});

const session = "/api/v3/console/session";
const config = "/api/v3/org/project/config";
const own = { "sec-fetch-site": "same-origin" };

/** Headers of a request that reaches the service through its https address. */
const secure = { host: "console.example.com", origin: "https://console.example.com" };

const send = (
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  body?: object,
): Promise<Asked> => ask(world.url, line, headers, body);

/** Signs in with a key, and returns the headers of the pages of this session. */
async function signIn(key: string): Promise<{ cookie: string; "x-csrf-token": string }> {
  const { status, text, cookie = "" } = await send(`POST ${session}`, { "x-api-key": key, ...own });
  expect(status).toBe(201);
  return { cookie, "x-csrf-token": JSON.parse(text).csrf_token };
}

async function createLink(key: string): Promise<string> {
  const link = await createConsoleLink(world.serving.platform, hashSha256(key));
  return new URL(link).hash.slice(1);
}

/** A project of its own, for a test that changes its keys. */
async function createProject(): Promise<{ id: string; key: string }> {
  const body = { name: "own-project", should_create_api_key: true };
  const { id, api_key: key = "" } = await world.owner.projects.createProject({ body });
  return { id, key: key ?? "" };
}

test("a key signs a browser in, and its cookie is taken where a key is required", async () => {
  const { cookie } = await signIn(world.keys.project);
  const who = await send(`GET ${session}`, { cookie, ...own });
  expect(JSON.parse(who.text)).toMatchObject({
    key_type: "project",
    project: { name: "default" },
    projects: [{ name: "default" }],
    base_url: "https://console.example.com",
  });
  expect((await send(`GET ${config}`, { cookie, ...own })).status).toBe(200);
  expect((await send(`GET ${config}`, { ...own })).slug).toBe("Auth_KeyInvalid");
});

test("an organization key signs in too, and sees its projects", async () => {
  const headers = await signIn(world.keys.owner);
  const who = JSON.parse((await send(`GET ${session}`, { ...headers, ...own })).text);
  expect(who).toMatchObject({ key_type: "organization", project: null });
  expect(who.projects.map(({ name }: { name: string }) => name)).toContain("other");
  expect((await send(`GET ${config}`, { ...headers, ...own })).slug).toBe(
    "Auth_ProjectKeyRequired",
  );
  expect((await send("GET /api/v3/org/owner/project/list", { ...headers, ...own })).status).toBe(
    200,
  );
});

test("a session of an organization key stands for the project that its page shows, of its own organization alone", async () => {
  const headers = { ...(await signIn(world.keys.owner)), ...own };
  const [project, other] = await Promise.all([createProject(), createProject()]);
  const inProject = { ...headers, "x-console-project": project.id };
  const renamed = await send(`PATCH ${config}`, inProject, { display_name: "Shown" });
  expect(JSON.parse(renamed.text).display_name).toBe("Shown");
  const there = await send(`GET ${config}`, { ...headers, "x-console-project": other.id });
  expect(JSON.parse(there.text).display_name).toBeUndefined();
  const made = await send("POST /api/v3/auth_configs", inProject, { toolkit: { slug: "acme" } });
  const { id } = JSON.parse(made.text).auth_config;
  for (const [shown, isSeen] of [
    [project.id, true],
    [other.id, false],
  ] as const) {
    const list = await send("GET /api/v3/auth_configs", { ...headers, "x-console-project": shown });
    expect([list.status, list.text.includes(id)]).toEqual([200, isSeen]);
  }
  // Operations of the organization, and the session itself, are the same with it.
  expect((await send("GET /api/v3/org/owner/project/list", inProject)).status).toBe(200);
  expect(JSON.parse((await send(`GET ${session}`, inProject)).text).key_type).toBe("organization");
  expect((await send(`PATCH ${config}`, { ...inProject, "x-csrf-token": "x" }, {})).slug).toBe(
    "Auth_CsrfTokenInvalid",
  );
  await world.owner.projects.deleteProject({ nano_id: project.id });
  const foreign = await createOrganization(world.serving.platform, "Somebody else");
  const theirs = (
    await world.clientWith(foreign.key).projects.createProject({ body: { name: "theirs" } })
  ).id;
  for (const refused of [project.id, theirs, "proj_000000000000", "", "x".repeat(2_000)]) {
    const { slug } = await send(`GET ${config}`, { ...headers, "x-console-project": refused });
    expect(slug, refused).toBe("Auth_ProjectKeyRequired");
  }
});

test("the header of a page gives a key nothing, and a session of a project key stays in its project", async () => {
  const project = await createProject();
  const shown = { "x-console-project": project.id };
  expect((await send(`GET ${config}`, { "x-api-key": world.keys.owner, ...shown })).slug).toBe(
    "Auth_ProjectKeyRequired",
  );
  const mine = { ...(await signIn(world.keys.project)), ...own };
  await send(`PATCH ${config}`, { ...mine, ...shown }, { display_name: "Stays here" });
  const theirs = await world.clientWith(project.key).projects.getProjectConfig();
  expect(theirs.display_name).toBeUndefined();
});

test("the cookie is HttpOnly and SameSite=Strict, has a name of its own at each port of a loopback address, and is Secure elsewhere", async () => {
  const begin = async (headers: Record<string, string>): Promise<string> =>
    String(
      (await send(`POST ${session}`, { "x-api-key": world.keys.project, ...headers })).headers[
        "set-cookie"
      ],
    );
  const { port } = new URL(world.url);
  const token = "cs_[A-Za-z0-9_-]{32}";
  expect(await begin({})).toMatch(
    new RegExp(
      `^console_session_${port}=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict$`,
    ),
  );
  expect(await begin({ host: "localhost:81" })).toMatch(/^console_session_81=/);
  expect(await begin({ host: "LOCALHOST:81" })).toMatch(/^console_session_81=/);
  expect(await begin({ host: "Console.Example.com" })).toMatch(/^__Host-console_session=/);
  expect(await begin(secure)).toMatch(
    new RegExp(
      `^__Host-console_session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$`,
    ),
  );
});

test("a request that a page of another origin made is refused, though the browser sends the cookie", async () => {
  const headers = await signIn(world.keys.project);
  const { port } = new URL(world.url);
  const others = [
    { "sec-fetch-site": "cross-site" },
    // Another port of this machine, or another host of the same domain, gets `SameSite=Strict` cookies.
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "http://127.0.0.1:1" },
    { origin: `https://127.0.0.1:${port}` },
    { origin: "null" },
  ];
  for (const other of others) {
    for (const line of [`GET ${config}`, `DELETE ${session}`, `PATCH ${config}`]) {
      const body = line.startsWith("PATCH") ? {} : undefined;
      const { status, slug } = await send(line, { ...headers, ...other }, body);
      expect([status, slug], JSON.stringify([line, other])).toEqual([403, "Auth_OriginNotAllowed"]);
    }
  }
  // Nothing was ended by it.
  expect((await send(`GET ${session}`, { ...headers, ...own })).status).toBe(200);
});

test("a page of another origin cannot sign the browser in to a session of its own", async () => {
  for (const other of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
    const key = { "x-api-key": world.keys.project };
    expect((await send(`POST ${session}`, { ...key, ...other })).slug).toBe(
      "Auth_OriginNotAllowed",
    );
    const body = { token: await createLink(world.keys.project) };
    expect((await send(`POST ${session}/link`, other, body)).slug).toBe("Auth_OriginNotAllowed");
    expect((await send(`POST ${session}/link`, own, body)).status).toBe(201);
  }
});

test("a request that changes something needs the token of its own session", async () => {
  const one = await signIn(world.keys.project);
  const two = await signIn(world.keys.project);
  for (const token of [undefined, "", "x", two["x-csrf-token"], two["x-csrf-token"].slice(1)]) {
    for (const line of [`PATCH ${config}`, `DELETE ${session}`, "POST /api/v3/auth_configs"]) {
      const body = line.startsWith("DELETE") ? undefined : {};
      const headers = { cookie: one.cookie, "x-csrf-token": token, ...own };
      expect((await send(line, headers, body)).slug, line).toBe("Auth_CsrfTokenInvalid");
    }
  }
  expect((await send(`PATCH ${config}`, { ...one, ...own }, {})).status).toBe(200);
});

test("a session sees its own project alone, and a session with a key acts for the key", async () => {
  const mine = await signIn(world.keys.project);
  const other = await signIn(world.keys.other);
  const made = await send(
    "POST /api/v3/auth_configs",
    { ...mine, ...own },
    { toolkit: { slug: "acme" } },
  );
  expect(made.status).toBe(201);
  const { id } = JSON.parse(made.text).auth_config;
  expect((await send("GET /api/v3/auth_configs", { ...mine, ...own })).text).toContain(id);
  expect((await send("GET /api/v3/auth_configs", { ...other, ...own })).text).not.toContain(id);
  const both = await send(`GET ${session}`, { ...mine, "x-api-key": world.keys.other, ...own });
  // The key counts, and this operation is for sessions alone.
  expect(both.slug).toBe("Auth_KeyInvalid");
  const list = { cookie: mine.cookie, "x-api-key": world.keys.other, ...own };
  const listed = await send("GET /api/v3/auth_configs", list);
  expect([listed.status, listed.text.includes(id)]).toEqual([200, false]);
});

test("a cookie is no key, and a key is no cookie", async () => {
  const { cookie } = await signIn(world.keys.project);
  const token = cookie.split("=")[1] ?? "";
  expect((await send(`GET ${config}`, { "x-api-key": token })).slug).toBe("Auth_KeyInvalid");
  const name = cookie.split("=")[0];
  for (const value of [world.keys.project, await createLink(world.keys.project), "cs_x", ""]) {
    const { slug } = await send(`GET ${config}`, { cookie: `${name}=${value}`, ...own });
    expect(slug).toBe("Auth_KeyInvalid");
  }
});

test("signing in makes a new session, whatever cookie the browser had (session fixation)", async () => {
  const name = `console_session_${new URL(world.url).port}`;
  const fixed = `${name}=cs_${"x".repeat(32)}`;
  const key = { "x-api-key": world.keys.project };
  const { cookie, status } = await send(`POST ${session}`, { ...key, cookie: fixed, ...own });
  expect([status, cookie === fixed]).toEqual([201, false]);
  expect((await send(`GET ${session}`, { cookie: fixed, ...own })).slug).toBe("Auth_KeyInvalid");
  const before = await signIn(world.keys.project);
  const body = { token: await createLink(world.keys.project) };
  const after = await send(`POST ${session}/link`, { cookie: before.cookie, ...own }, body);
  expect([after.status, after.cookie === before.cookie]).toEqual([201, false]);
});

test("signing out ends the session, and removes the cookie", async () => {
  const headers = await signIn(world.keys.project);
  const out = await send(`DELETE ${session}`, { ...headers, ...own });
  expect([out.status, String(out.headers["set-cookie"])]).toEqual([
    200,
    expect.stringMatching(/^console_session_\d+=; Path=\/; Max-Age=0; /),
  ]);
  expect((await send(`GET ${session}`, { ...headers, ...own })).slug).toBe("Auth_KeyInvalid");
});

test("a session, and a link, end with their key", async () => {
  const { id, key } = await createProject();
  const headers = await signIn(key);
  const body = { token: await createLink(key) };
  expect((await send(`GET ${config}`, { ...headers, ...own })).status).toBe(200);
  await world.owner.projects.regenerateApiKey({ nano_id: id });
  expect((await send(`GET ${config}`, { ...headers, ...own })).slug).toBe("Auth_KeyInvalid");
  expect((await send(`GET ${session}`, { ...headers, ...own })).slug).toBe("Auth_KeyInvalid");
  expect((await send(`POST ${session}/link`, own, body)).slug).toBe("Auth_ConsoleLinkInvalid");
});

test("a session ends with its project", async () => {
  const { id, key } = await createProject();
  const headers = await signIn(key);
  await world.owner.projects.deleteProject({ nano_id: id });
  expect((await send(`GET ${session}`, { ...headers, ...own })).slug).toBe("Auth_KeyInvalid");
});

test("a link signs in once, also when it is used twice at the same time", async () => {
  const body = { token: await createLink(world.keys.project) };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send(`POST ${session}/link`, own, body)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(404)]);
  expect((await send(`POST ${session}/link`, own, body)).slug).toBe("Auth_ConsoleLinkInvalid");
});

test("a link works for ten minutes", async () => {
  const token = await createLink(world.keys.project);
  const late = await createLink(world.keys.project);
  const shift = (id: string, age: string): Promise<void> =>
    world.asOwner(
      sql`update console_sessions set expires_at = expires_at - ${age}::interval where id = ${hashSha256(id)}`,
    );
  await shift(token, "480 seconds");
  await shift(late, "600 seconds");
  expect((await send(`POST ${session}/link`, own, { token })).status).toBe(201);
  const { status, slug } = await send(`POST ${session}/link`, own, { token: late });
  expect([status, slug]).toEqual([404, "Auth_ConsoleLinkInvalid"]);
});

test("nobody signs in at an address that is neither a loopback address nor the https address of the deployment", async () => {
  const body = { token: await createLink(world.keys.project) };
  const places: readonly Record<string, string>[] = [
    { host: "evil.example" },
    { host: "192.168.1.5:3000" },
    { host: "console.example.com.evil.example" },
    { host: "127.0.0.1.evil.example" },
    { host: "console.example.com:8443" },
    { host: "console.example.com." },
    { host: "localhost.:3000" },
    { host: "127.1:3000" },
    // A proxy that does not pass on the host.
    { "x-forwarded-for": "192.0.2.7" },
    { "x-forwarded-proto": "https" },
  ];
  for (const place of places) {
    const link = await send(`POST ${session}/link`, place, body);
    expect([link.slug, link.cookie], JSON.stringify(place)).toEqual([
      "Auth_ConsoleAddressRefused",
      undefined,
    ]);
    const key = { "x-api-key": world.keys.project };
    expect((await send(`POST ${session}`, { ...place, ...key })).slug).toBe(
      "Auth_ConsoleAddressRefused",
    );
  }
  // The link was not used up.
  expect((await send(`POST ${session}/link`, secure, body)).status).toBe(201);
});

test("a cookie is not taken over plain http at another host", async () => {
  const key = { "x-api-key": world.keys.project };
  const { cookie = "" } = await send(`POST ${session}`, { ...secure, ...key });
  const take = (headers: Record<string, string>): Promise<Asked> =>
    send(`GET ${config}`, { cookie, ...own, ...headers });
  expect((await take(secure)).status).toBe(200);
  expect((await take({ host: "platform.example.net" })).slug).toBe("Auth_KeyInvalid");
  expect((await take({ host: "10.0.0.8:3000" })).slug).toBe("Auth_KeyInvalid");
  expect((await take({ host: secure.host, origin: "http://console.example.com" })).slug).toBe(
    "Auth_OriginNotAllowed",
  );
});

test("a session ends 24 hours after its last use, and 30 days after it began", async () => {
  const headers = await signIn(world.keys.project);
  const id = hashSha256(headers.cookie.split("=")[1] ?? "");
  const alter = (change: RawBuilder<unknown>): Promise<void> =>
    world.asOwner(sql`update console_sessions set ${change} where id = ${id}`);
  const readEnd = async (): Promise<number> => {
    const { text } = await send(`GET ${session}`, { ...headers, ...own });
    return (Date.parse(JSON.parse(text).expires_at) - Date.now()) / 3_600_000;
  };
  expect(Math.round(await readEnd())).toBe(24);
  await alter(sql`expires_at = now() + interval '10 hours'`);
  expect(Math.round(await readEnd())).toBe(24);
  await alter(
    sql`created_at = now() - interval '29 days 22 hours', expires_at = now() + interval '1 hour'`,
  );
  expect(Math.round(await readEnd())).toBe(2);
  await alter(sql`expires_at = now() - interval '1 second'`);
  expect((await send(`GET ${session}`, { ...headers, ...own })).slug).toBe("Auth_KeyInvalid");
});

test("the address of a link and the cookie are in no line of the log", async () => {
  const token = await createLink(world.keys.project);
  const { cookie = "" } = await send(`POST ${session}/link`, own, { token });
  await send(`GET ${session}`, { cookie, ...own });
  const secret = cookie.split("=")[1] ?? "missing";
  expect(world.log.filter((line) => line.includes(token) || line.includes(secret))).toEqual([]);
});
