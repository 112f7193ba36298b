import { type KyselyPlugin, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { updateProjectConfig } from "../../projects/config.ts";
import { locateMcpServer } from "./mcp-endpoint.ts";
import { createMcpServer } from "./mcp-servers.ts";
import { generateMcpUrls } from "./mcp-urls.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  const fixture = useDomainFixture(() => open({ plugins: [counter] }));
  const subject = { name: "user_id", value: "ada" } as const;

  test("a server, its settings and its auth configs are read with one statement, and no scope is left", async () => {
    const { platform, projectId, run } = fixture;
    const first = await fixture.createAuthConfig("github");
    const second = await fixture.createAuthConfig("github");
    const { id } = await run((scope) =>
      createMcpServer(scope, {
        name: "Berths",
        authConfigIds: [first, second],
        ownToolkits: [],
        allowedTools: [],
        managedAuthViaPlatform: true,
      }),
    );
    statements = 0;
    const { place, endpoint, assertSigned } = await locateMcpServer(platform, id);
    expect(statements).toBe(1);
    expect(place).toEqual({ projectId, catalogVersion: 0 });
    expect(endpoint).toMatchObject({ id, name: "Berths", toolkits: ["github"], givesLinks: true });
    expect(endpoint.authConfigs).toEqual(new Map([["github", [first, second]]]));
    expect(endpoint.limits).toEqual(new Map());
    await expect(assertSigned(subject, "v1.x")).rejects.toMatchObject({ slug: "Mcp_AccessDenied" });
    const { rows } = await sql<{
      seen: number;
    }>`select count(*)::integer as seen from mcp_servers`.execute(platform.database.unscoped);
    expect(rows).toEqual([{ seen: 0 }]);
  });

  test("a signed URL works for its subject, and no longer when the project requires a key", async () => {
    const { platform, run } = fixture;
    const config = await fixture.createAuthConfig("github");
    const { id } = await run((scope) =>
      createMcpServer(scope, {
        name: "Quays",
        authConfigIds: [config],
        ownToolkits: [],
        allowedTools: [],
        managedAuthViaPlatform: true,
      }),
    );
    const urls = await run((scope) =>
      generateMcpUrls(scope, { mcp_server_id: id, user_ids: [subject.value] }),
    );
    const signature = new URL(urls.user_ids_url[0] ?? "").searchParams.get("sig") ?? undefined;
    const assert = async (value: string): Promise<unknown> =>
      (await locateMcpServer(platform, id))
        .assertSigned({ ...subject, value }, signature)
        .catch((error: { readonly slug?: string }) => error.slug);
    const require = (require_mcp_api_key: boolean): Promise<unknown> =>
      run((scope) => updateProjectConfig(scope, { require_mcp_api_key }));
    await require(false);
    expect(await assert("ada")).toBeUndefined();
    expect(await assert("bob")).toBe("Mcp_AccessDenied");
    await require(true);
    expect(await assert("ada")).toBe("Mcp_AccessDenied");
  });

  test("a server that does not exist is not found", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    await expect(locateMcpServer(fixture.platform, id)).rejects.toMatchObject({
      slug: "Mcp_ServerNotFound",
    });
  });
});
