import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createSession, readSession, updateSession } from "./sessions.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const { run } = useDomainFixture(open);

  test("changes of one session at the same time keep each other's members", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await run((scope) => createSession(scope, { user_id: "ada" }));
      await Promise.all([
        run((scope) => updateSession(scope, id, { manage_connections: { enable: false } })),
        run((scope) => updateSession(scope, id, { tags: { enabled: ["readOnlyHint"] } })),
      ]);
      const { config } = await run((scope) => readSession(scope, id));
      expect(config).toMatchObject({
        manage_connections: { enable: false },
        tags: { enabled: ["readOnlyHint"] },
      });
    }
  });
});
