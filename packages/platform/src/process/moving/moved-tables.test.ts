import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import { listMovedTables, notMoved } from "./moved-tables.ts";

test.each(testDatabases())(
  "every table moves, or is listed with the reason why it does not, on $name",
  async ({ open }) => {
    const { unscoped, close } = await open();
    const { tables, all } = await listMovedTables(unscoped);
    const moved = tables.map(({ name }) => name);
    expect([...moved, ...Object.keys(notMoved)].toSorted()).toEqual([...all]);
    // Rows are read in the order of a key.
    expect(tables.filter(({ key }) => key.length === 0)).toEqual([]);
    const isBefore = (first: string, then: string) => moved.indexOf(first) < moved.indexOf(then);
    expect(isBefore("organizations", "projects")).toBe(true);
    expect(isBefore("auth_configs", "connected_accounts")).toBe(true);
    expect(isBefore("project_outlines", "project_tools")).toBe(true);
    await close();
  },
);

test("source and target have the same schema, whatever their kinds of database", async () => {
  const schemas = await Promise.all(
    testDatabases().map(async ({ open }) => {
      const { unscoped, close } = await open();
      const { schema } = await listMovedTables(unscoped);
      await close();
      return schema;
    }),
  );
  expect(new Set(schemas).size).toBe(1);
});
