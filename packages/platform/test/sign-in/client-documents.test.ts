import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type DocumentHost, type Hosted, startDocumentHost } from "./support/document-host.ts";
import { createChallenge, createPerson } from "./support/person.ts";
import {
  askForTokens,
  authorize,
  bear,
  createTenant,
  listTools,
  reachConsent,
  redirectUri,
  type Tenant,
} from "./support/tenant.ts";

const openssl = findNeed("openssl");

describe.skipIf(openssl === undefined)(
  "a client that a document at its own address describes",
  () => {
    let world: World;
    let tenant: Tenant;
    let host: DocumentHost;
    let stranger: DocumentHost;
    const trusted = getCACertificates("default");

    beforeAll(async () => {
      [host, stranger] = [
        await startDocumentHost(openssl ?? ""),
        await startDocumentHost(openssl ?? ""),
      ];
      setDefaultCACertificates([...trusted, host.certificate]);
      // The service reaches no address of this machine otherwise.
      world = await startWorld({ environment: { PLATFORM_EGRESS_ALLOW: "127.0.0.1" } });
      tenant = await createTenant(world, "documents");
    });
    afterAll(async () => {
      setDefaultCACertificates(trusted);
      await Promise.all([world?.close(), host?.close(), stranger?.close()]);
    });

    /** Puts a document at a path of a host, and returns its address, which is the id of the client. */
    function put(
      path: string,
      changes: object = {},
      at = host,
      response?: Partial<Hosted>,
    ): string {
      const client_id = at.url + path;
      const document = {
        client_id,
        client_name: "Documented client",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        ...changes,
      };
      at.documents.set(path, { body: JSON.stringify(document), ...response });
      return client_id;
    }

    test("signs a person in and calls a server without having registered, over TLS", async () => {
      const client_id = put("/client.json");
      const { verifier, parameters } = createChallenge(client_id, redirectUri, tenant.resource);
      const { page } = await reachConsent(tenant, parameters, "ada");
      expect(page.text).toContain("<bdi>Documented client</bdi>");
      expect(page.text).toContain(`<dt>Described by</dt><dd>${new URL(host.url).host}</dd>`);
      const back = await authorize(tenant, parameters, "ada");
      const redeem = { client_id, redirect_uri: redirectUri, resource: tenant.resource };
      const { status, body } = await askForTokens(tenant.issuer, {
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        code_verifier: verifier,
        ...redeem,
      });
      expect(status).toBe(200);
      expect((await listTools(tenant.resource, bear(body.access_token))).outcome).toBe("200 tools");
      const refreshed = await askForTokens(tenant.issuer, {
        grant_type: "refresh_token",
        refresh_token: body.refresh_token,
        ...redeem,
      });
      expect(refreshed.status).toBe(200);
      expect(host.asked).toContain("/client.json");
    });

    test("may be sent only to the addresses in its document", async () => {
      const client_id = put("/one-address.json");
      for (const uri of ["https://lure.example/callback", `${redirectUri}/more`]) {
        const { parameters } = createChallenge(client_id, uri, tenant.resource);
        const url = `${tenant.issuer}/auth?${new URLSearchParams(parameters)}`;
        const { status, location } = await createPerson().open(url);
        expect({ uri, status, location }).toEqual({ uri, status: 400, location: "" });
      }
    });

    test.each<[string, () => string]>([
      [
        "of another client",
        () => put("/other.json", { client_id: "https://other.example/a.json" }),
      ],
      ["with a secret", () => put("/secret.json", { client_secret: "s".repeat(40) })],
      [
        "whose client shares a secret",
        () => put("/basic.json", { token_endpoint_auth_method: "client_secret_basic" }),
      ],
      [
        "with an address to which no code may be sent",
        () =>
          put("/http.json", { redirect_uris: [redirectUri, "http://app.example.com/callback"] }),
      ],
      ["that is not JSON", () => put("/page.json", {}, host, { body: "<!doctype html>" })],
      ["that is a list", () => put("/list.json", {}, host, { body: "[]" })],
      ["that is missing", () => `${host.url}/missing.json`],
      [
        "that is elsewhere",
        () =>
          put("/moved.json", {}, host, { status: 302, headers: { location: put("/found.json") } }),
      ],
      ["over 64 kB", () => put("/large.json", { client_name: "x".repeat(70_000) })],
      ["of a host whose certificate nobody has signed", () => put("/client.json", {}, stranger)],
    ])("is unknown for a document %s", async (_, prepare) => {
      const client_id = prepare();
      const { parameters } = createChallenge(client_id, redirectUri, tenant.resource);
      const { status, location, text } = await createPerson().open(
        `${tenant.issuer}/auth?${new URLSearchParams(parameters)}`,
      );
      expect({ status, location }).toEqual({ status: 400, location: "" });
      expect(text).toMatch(/invalid_(?:client|redirect_uri)/);
      expect(host.asked).not.toContain("/found.json");
      expect(stranger.asked).toEqual([]);
    });
  },
);
