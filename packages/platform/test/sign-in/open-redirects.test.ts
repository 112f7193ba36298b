import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";
import { createChallenge, createPerson, type Seen } from "./support/person.ts";
import {
  authorize,
  createTenant,
  reachConsent,
  redirectUri,
  register,
  type Tenant,
} from "./support/tenant.ts";

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await startWorld();
  tenant = await createTenant(world, "open-redirects");
});
afterAll(() => world?.close());

const lure = "https://lure.example/callback";

/** The parameters of a client that anybody could have registered. */
async function registerAt(uri: string): Promise<Record<string, string>> {
  const { client } = await register(tenant.issuer, { redirect_uris: [uri] });
  return createChallenge(client.client_id, uri, tenant.resource).parameters;
}

async function ask(parameters: Record<string, string>): Promise<Seen> {
  return await createPerson().open(`${tenant.issuer}/auth?${new URLSearchParams(parameters)}`);
}

/** The address to which the page links. */
function readLink({ text }: Seen): URL {
  return new URL((/<a href="([^"]+)"/.exec(text)?.[1] ?? "").replaceAll(/&#38;|&amp;/g, "&"));
}

/** The parameters of a response. That of a request for a token has them in the fragment. */
function readResponse({ hash, searchParams }: URL): URLSearchParams {
  return hash === "" ? searchParams : new URLSearchParams(hash.slice(1));
}

/** Requests that a server of OAuth answers with a redirect and an error, without a person. */
const failing: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
  ["a silent request", { prompt: "none" }, "login_required"],
  ["a prompt that does not exist", { prompt: "often" }, "invalid_request"],
  ["another type of response", { response_type: "token" }, "unsupported_response_type"],
  ["no PKCE", { code_challenge: undefined }, "invalid_request"],
  ["a server that is not here", { resource: "https://other.example/mcp" }, "invalid_target"],
  ["a request object", { request: "e30.e30." }, "request_not_supported"],
];

describe.each(failing)("an authorization request with %s", (_, changes, error) => {
  const change = (parameters: Record<string, string>): Record<string, string> => {
    const changed = Object.entries({ ...parameters, ...changes });
    return Object.fromEntries(changed.filter((each): each is [string, string] => !!each[1]));
  };

  test("is answered to a web address only when the person follows a link", async () => {
    const parameters = change(await registerAt(lure));
    const page = await ask(parameters);
    expect({ status: page.status, location: page.location }).toEqual({ status: 400, location: "" });
    expect(page.text).toContain("<strong>lure.example</strong>");
    expect(page.headers.get("refresh")).toBeNull();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const link = readLink(page);
    expect(link.origin + link.pathname).toBe(lure);
    expect(Object.fromEntries(readResponse(link))).toMatchObject({
      error,
      state: parameters.state,
      iss: tenant.issuer,
    });
  });

  test("is answered at once to a program on the person's computer", async () => {
    for (const uri of [redirectUri, "cursor://callback"]) {
      const { location } = await ask(change(await registerAt(uri)));
      expect(location.startsWith(uri)).toBe(true);
      expect(readResponse(new URL(location)).get("error")).toBe(error);
    }
  });
});

test("a person who declines is not sent to a web address, and one who agrees is", async () => {
  const parameters = await registerAt(lure);
  const { person, url } = await reachConsent(tenant, parameters, "ada");
  const declined = await person.open(`${url}/decline`, "POST");
  const page = await person.open(declined.location);
  expect([page.status, page.location]).toEqual([200, ""]);
  expect(readLink(page).searchParams.get("error")).toBe("access_denied");
  const back = await authorize(tenant, parameters, "ada");
  expect(back.origin + back.pathname).toBe(lure);
  expect(back.searchParams.get("code")).toMatch(/./);
});

test("the query is the only mode of a response: others are neither advertised nor accepted", async () => {
  const { origin, pathname } = new URL(tenant.issuer);
  for (const place of [
    `${origin}/.well-known/oauth-authorization-server${pathname}`,
    `${tenant.issuer}/.well-known/openid-configuration`,
  ]) {
    const metadata = Object(await (await fetch(place)).json());
    expect(metadata.response_modes_supported).toEqual(["query"]);
  }
  for (const uri of [lure, redirectUri]) {
    const parameters = await registerAt(uri);
    for (const response_mode of ["form_post", "fragment", "web_message", "jwt", ""]) {
      const { status, location, text } = await ask({ ...parameters, response_mode });
      expect({ response_mode, status, location }).toEqual({
        response_mode,
        status: 400,
        location: "",
      });
      expect(text).toContain("response_mode=query");
    }
    expect((await ask({ ...parameters, response_mode: "query" })).status).toBe(303);
    const posted = await fetch(`${tenant.issuer}/auth`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ ...parameters, response_mode: "form_post" }),
    });
    expect([posted.status, posted.headers.get("location")]).toEqual([400, null]);
    expect(await posted.text()).not.toContain(uri);
  }
});
