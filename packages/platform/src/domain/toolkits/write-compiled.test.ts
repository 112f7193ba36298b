import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { writeCompiled } from "./write-compiled.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  test("other requests have their turns while a toolkit with many tools is stored", async () => {
    const bytes = Buffer.alloc(1_000);
    const tools = Array.from({ length: 1_000 }, (_, index) => ({
      slug: `TOOL_${index}`,
      identity: "",
      record: bytes,
      execution: bytes,
    }));
    let isStored = false;
    const storing = fixture
      .run(async ({ trx, projectId }) => {
        await sql`insert into project_toolkits (project_id, id, slug, version, packed_document, document_hash, tool_slugs, tool_identities)
          values (${projectId}, 'tk_1', 'many', '20260206_00', '', '', '{}', '{}')`.execute(trx);
        const place = { projectId, toolkitId: "tk_1" };
        await writeCompiled(trx, place, { slug: "many", outline: bytes, tools });
      })
      .finally(() => {
        isStored = true;
      });
    let turns = 0;
    while (!isStored) {
      await nextTurn();
      turns += 1;
    }
    await storing;
    expect(turns).toBeGreaterThanOrEqual(1_000 / 25);
  });
});
