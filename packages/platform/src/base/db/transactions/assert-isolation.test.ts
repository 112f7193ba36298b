import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../../test/support/needs.ts";
import { createDatabase } from "../../../testing/created-databases.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { openDatabase } from "../opening/open-database.ts";
import { assertIsolation, UnsafeDatabaseError } from "./assert-isolation.ts";

testDatabases();
const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "start refuses a database in which projects are not kept apart",
  async () => {
    const url = await createDatabase(server ?? "");
    await (await openDatabase({ kind: "postgres", url, poolSize: 1 })).close();
    const login = new Kysely({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
    });
    /**
     * Makes a change and returns the message of the refusal. The change is undone, because grants between roles
     * affect every database of the server.
     */
    const refuseAfter = (change: string): Promise<string> =>
      login
        .transaction()
        .execute(async (trx) => {
          await sql.raw(change).execute(trx);
          await assertIsolation(trx);
          throw new Error("not refused");
        })
        .catch((error: unknown) =>
          error instanceof UnsafeDatabaseError ? error.message : String(error),
        );
    expect(await refuseAfter("alter table jobs no force row level security")).toContain(
      "not forced on the table jobs",
    );
    expect(await refuseAfter("alter table data_keys disable row level security")).toContain(
      "not forced on the table data_keys",
    );
    expect(await refuseAfter("create table forgotten (project_id text)")).toContain(
      "not forced on the table forgotten",
    );
    expect(await refuseAfter("grant app_system to app")).toContain("can become app_system");
    const owned = "grant create on schema public to app; alter table jobs owner to app";
    expect(await refuseAfter(owned)).toContain("the role app owns tables");
    expect(await refuseAfter("select 1")).toBe("Error: not refused");
    await login.destroy();

    const owner = new Pool({ connectionString: url });
    await owner.query("alter table jobs no force row level security");
    await owner.end();
    await expect(openDatabase({ kind: "postgres", url, poolSize: 1 })).rejects.toThrow(
      UnsafeDatabaseError,
    );
  },
);
