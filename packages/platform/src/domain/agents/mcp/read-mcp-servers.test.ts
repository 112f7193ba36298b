import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { listMcpServers } from "./read-mcp-servers.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const { run } = useDomainFixture(open);
  const tools = Array.from({ length: 1_000 }, (_, index) => `${"X".repeat(58)}_${1_000 + index}`);
  beforeAll(() =>
    run(({ trx, projectId }) =>
      sql`insert into mcp_servers (project_id, id, name, auth_config_ids, own_toolkits, toolkits, allowed_tools,
          managed_auth_via_platform, signing_key, created_at, updated_at)
        select ${projectId}, 'server-' || n, 'server-' || n, '{}', '{}', '{github}', ${tools}::text[], false, 'k',
          now() + make_interval(secs => n), now() from generate_series(1, 70) n`.execute(trx),
    ),
  );
  const list = (limit: number, page = 1) =>
    run((scope) =>
      listMcpServers(scope, {}, { page, limit, orderBy: "created_at", direction: "asc" }),
    );

  test("a page by number that does not fit into an answer is refused without reading its rows", async () => {
    const fitting = Math.floor(4_000_000 / (1_000 * 66 + 4));
    await expect(list(70)).rejects.toMatchObject({
      slug: "Validation_Failed",
      errors: [
        `query.limit: the answer would have more than 4 MB; ask for at most ${fitting} at a time`,
      ],
    });
    expect((await list(fitting)).items).toHaveLength(fitting);
    // The last page is short.
    expect((await list(fitting, 2)).items).toHaveLength(70 - fitting);
  });
});
