import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { catchRefusal, type World } from "../world.ts";

/** An OpenAPI document as teams write it, without any field of this platform. */
function describeFleet(url: string, version: string): Record<string, unknown> {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const done = {
    "200": {
      description: "Done.",
      content: { "application/json": { schema: { type: "object" } } },
    },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Fleet", version, description: "Robots of a fleet." },
    servers: [{ url: `${url}/api` }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/thing": {
        get: { operationId: "getThing", summary: "Get the thing", responses: done },
        post: {
          summary: "Create a thing",
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { title: { type: "string", pattern: "^(a+)+$" } },
                },
              },
            },
          },
          responses: done,
        },
      },
      "/robots/{id}": {
        get: { operationId: "getRobot", summary: "Get a robot", parameters: [id], responses: done },
        delete: { operationId: "deleteRobot", summary: "Delete a robot", responses: done },
      },
    },
  };
}

/** Toolkits that a project imports from OpenAPI documents. */
export function testImports(world: () => World): void {
  const bring = (slug: string, document: Record<string, unknown> | string) =>
    world().platform.toolkits.importToolkit({ body: { slug, document } });

  test("a document is imported by its address, and one that cannot be read there is refused", async () => {
    const { application } = world();
    const server = createServer((incoming, response) => {
      const isThere = incoming.url === "/fleet.json";
      const document = JSON.stringify(describeFleet(application.url, "1.4"));
      response.writeHead(isThere ? 200 : 404).end(isThere ? document : undefined);
    });
    await new Promise<void>((listening) => {
      server.listen(0, "127.0.0.1", listening);
    });
    // A server that listens on a port has an address of this form.
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const imported = await bring("by-address", `${origin}/fleet.json`);
      expect(imported).toMatchObject({ slug: "by-address", meta: { tools_count: 3 } });
      expect(await catchRefusal(bring("missing", `${origin}/missing.json`))).toBe(
        "400 Toolkit_DocumentInvalid",
      );
    } finally {
      server.close();
    }
    await world().platform.toolkits.deleteToolkit({ slug: "by-address" });
  });

  test("a document becomes a toolkit whose tools are found and executed through an account", async () => {
    const { platform, application } = world();
    const began = Date.now();
    const imported = await bring("fleet", describeFleet(application.url, "1.4"));
    expect(imported).toMatchObject({
      slug: "fleet",
      name: "Fleet",
      auth_schemes: ["API_KEY"],
      platform_managed_auth_schemes: [],
      base_url: `${application.url}/api`,
      meta: { tools_count: 3, version: expect.stringMatching(/^\d{8}_00$/) },
      import_report: {
        skipped_operations: [
          { place: "DELETE /robots/{id}", reason: expect.stringContaining("id") },
        ],
        skipped_operations_count: 1,
        notes_count: 1,
      },
    });
    expect(Date.parse(imported.meta.created_at)).toBeGreaterThanOrEqual(began);
    const { items } = await platform.tools.listTools({ toolkit_slug: "fleet" });
    expect(items.map(({ slug }) => slug)).toEqual([
      "FLEET_CREATE_THING",
      "FLEET_GET_ROBOT",
      "FLEET_GET_THING",
    ]);
    const found = await platform.tools.listTools({ search: "get the thing of the fleet" });
    expect(found.items.slice(0, 3).map(({ slug }) => slug)).toContain("FLEET_GET_THING");
    // A pattern that could take for ever is moved to the description, and arguments are not matched against it.
    const created = await platform.tools.getTool({ tool_slug: "FLEET_CREATE_THING" });
    expect(JSON.stringify(created.input_parameters)).toContain("which is not checked");
    expect(JSON.stringify(created.input_parameters)).not.toContain('"pattern"');

    const config = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "fleet" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const account = await platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: {
          user_id: "fleet-user",
          state: {
            authScheme: "API_KEY",
            val: { status: "ACTIVE", generic_api_key: goodKey },
          },
        },
      },
    });
    const executed = await platform.tools.executeTool({
      tool_slug: "FLEET_GET_THING",
      body: { connected_account_id: account.id, arguments: {} },
    });
    expect(executed).toMatchObject({ successful: true });

    // A new version keeps the account and the names of its tools, and calls can still name the old version.
    const before = imported.meta.version;
    const next = describeFleet(application.url, "2.0");
    const added = { post: { operationId: "createThing", responses: {} } };
    const paths = { "/another": added, ...(next.paths as object) };
    const replaced = await platform.toolkits.replaceToolkit({
      slug: "fleet",
      body: {
        document: JSON.stringify({ ...next, paths, info: { title: "Fleet 2", version: "2.0" } }),
      },
    });
    const after = await platform.tools.listTools({ toolkit_slug: "fleet" });
    expect(after.items.map(({ slug, name }) => [slug, name])).toEqual([
      ["FLEET_CREATE_ANOTHER", "Create another"],
      ["FLEET_CREATE_THING", "Create a thing"],
      ["FLEET_GET_ROBOT", "Get a robot"],
      ["FLEET_GET_THING", "Get the thing"],
    ]);
    expect(replaced).toMatchObject({ name: "Fleet 2" });
    expect(replaced.meta.available_versions).toEqual([replaced.meta.version, before]);
    for (const version of [before, replaced.meta.version]) {
      const again = await platform.tools.executeTool({
        tool_slug: "FLEET_GET_THING",
        body: { connected_account_id: account.id, arguments: {}, version },
      });
      expect(again.successful).toBe(true);
    }

    expect(await platform.toolkits.deleteToolkit({ slug: "fleet" })).toEqual({ success: true });
    const gone = [
      platform.toolkits.getToolkit({ slug: "fleet" }),
      platform.tools.getTool({ tool_slug: "FLEET_GET_THING" }),
      platform.connectedAccounts.getConnectedAccount({ nanoid: account.id }),
      platform.authConfigs.getAuthConfig({ nanoid: config.auth_config.id }),
    ];
    expect(await Promise.all(gone.map(catchRefusal))).toEqual([
      "404 Toolkit_NotFound",
      "404 Tool_NotFound",
      "404 ConnectedAccount_NotFound",
      "404 AuthConfig_NotFound",
    ]);
  });

  test("documents that cannot be toolkits are refused with their problems, and change nothing", async () => {
    const { platform, application } = world();
    const fleet = describeFleet(application.url, "1");
    const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => bring("acme", fleet), "409 Toolkit_SlugTaken"],
      [() => bring("import", fleet), "409 Toolkit_SlugTaken"],
      [() => bring("bad", "openapi: 4.0.0\n"), "400 Toolkit_DocumentInvalid"],
      [() => bring("bad", { ...fleet, servers: [{ url: "/api" }] }), "400 Toolkit_DocumentInvalid"],
      [
        () => bring("bad", { ...fleet, servers: [{ url: "https://ada:pass@fleet.example/api" }] }),
        "400 Toolkit_DocumentInvalid",
      ],
      [
        () =>
          bring("bad", { ...fleet, paths: { "/a": { $ref: "https://evil.example.com/a.yaml" } } }),
        "400 Toolkit_DocumentInvalid",
      ],
      [
        () => bring("bad", { ...fleet, paths: { "/a": { $ref: "/etc/passwd" } } }),
        "400 Toolkit_DocumentInvalid",
      ],
      [
        () =>
          platform.toolkits.importToolkit({
            body: { slug: "bad", document: fleet, auth_schemes: ["OAUTH2"] },
          }),
        "400 Toolkit_DocumentInvalid",
      ],
      [
        () => platform.toolkits.replaceToolkit({ slug: "acme", body: { document: fleet } }),
        "403 Toolkit_NotOwned",
      ],
      [
        () => platform.toolkits.replaceToolkit({ slug: "missing", body: { document: fleet } }),
        "404 Toolkit_NotFound",
      ],
      [
        () => platform.toolkits.replaceToolkit({ slug: "missing", body: { document: "a: [" } }),
        "400 Toolkit_DocumentInvalid",
      ],
      [() => platform.toolkits.deleteToolkit({ slug: "acme" }), "403 Toolkit_NotOwned"],
      [() => platform.toolkits.deleteToolkit({ slug: "missing" }), "404 Toolkit_NotFound"],
    ];
    for (const [asked, refusal] of refusals) {
      expect(await catchRefusal(asked())).toBe(refusal);
    }
    expect(await catchRefusal(platform.toolkits.getToolkit({ slug: "bad" }))).toBe(
      "404 Toolkit_NotFound",
    );
  });

  test("a toolkit may offer fewer schemes than its document, or none", async () => {
    const { platform, application } = world();
    const open = await platform.toolkits.importToolkit({
      body: {
        slug: "open-fleet",
        document: describeFleet(application.url, "1"),
        auth_schemes: ["NO_AUTH"],
      },
    });
    expect(open).toMatchObject({ no_auth: true, auth_schemes: ["NO_AUTH"] });
    await platform.toolkits.deleteToolkit({ slug: "open-fleet" });
  });
}
