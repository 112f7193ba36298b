import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { formatDatabaseTime } from "./format-database-time.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  test("a time is written as JavaScript writes it, whatever zone and style the session has", async () => {
    const database = await open();
    const times = [
      "2026-11-26T15:04:05.678Z",
      // JavaScript cuts the microseconds off. Nothing is rounded up into the next year.
      "2026-12-31T23:59:59.999999Z",
      "2024-02-29T00:00:00.000001Z",
      "1999-01-01T12:00:00Z",
    ];
    const written = await database.unscoped.transaction().execute(async (trx) => {
      await sql`set local time zone 'Asia/Kathmandu'`.execute(trx);
      await sql`set local datestyle = 'German'`.execute(trx);
      const { rows } = await sql<{ written: string }>`select ${formatDatabaseTime("at")} as written
        from unnest(${times}::timestamptz[]) with ordinality as given(at, position) order by position`.execute(
        trx,
      );
      return rows.map((row) => row.written);
    });
    expect(written).toEqual(times.map((time) => new Date(time).toISOString()));
  });
});
