import { type KyselyPlugin, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { locateMcpServer } from "./mcp-endpoint.ts";
import { createMcpServer } from "./mcp-servers.ts";

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

  test("a server that does not exist is not found", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    await expect(locateMcpServer(fixture.platform, id)).rejects.toMatchObject({
      slug: "Mcp_ServerNotFound",
    });
  });
});
