import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = "packages/platform/src";

/** The only files that may write the rows of a table, so that other code cannot skip their checks (ADR 56). */
const writers = {
  auth_configs: ["domain/accounts/auth-configs/change-auth-config.ts"],
  connected_accounts: [
    "domain/accounts/connected-accounts/changing/add-account.ts",
    "domain/accounts/connected-accounts/changing/change-account.ts",
    "domain/accounts/connected-accounts/changing/lease-refresh.ts",
    "domain/accounts/connected-accounts/changing/remove-accounts.ts",
  ],
} as const;

/** Functions with restricted callers: the file that defines each, then the files that may call it. */
const callers = {
  openConnection: [
    "accounts/connected-accounts/connection-secrets.ts",
    "accounts/connected-accounts/listing/listed-account.ts",
    "accounts/connected-accounts/open-account.ts",
  ],
  sealConnection: [
    "accounts/connected-accounts/changing/add-account.ts",
    "accounts/connected-accounts/changing/change-account.ts",
    "accounts/connected-accounts/connection-secrets.ts",
  ],
  sealAuthConfig: [
    "accounts/auth-configs/auth-config-secrets.ts",
    "accounts/auth-configs/change-auth-config.ts",
  ],
} as const;

const files = globSync("**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts") && !/(?:^|\/)testing\//.test(file))
  .toSorted();

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** The tables that a source file writes, through Kysely or in SQL. A table that is not named literally is `?`. */
function listWrittenTables(text: string): string[] {
  const code = withoutComments(text);
  const calls = code.matchAll(
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:["'`](\w+))?/g,
  );
  const statements = code.matchAll(
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?([a-z_]+_[a-z_]+)\b/gi,
  );
  return [...calls, ...statements].map(([, table = "?"]) => table.toLowerCase());
}

describe("a table with few writers", () => {
  test.each(Object.entries(writers))("%s is written by %j alone", (table, places) => {
    const found = files.filter((file) =>
      listWrittenTables(readFileSync(join(root, file), "utf8")).includes(table),
    );
    expect(found).toEqual(places);
  });

  test("no file hides which table it writes", () => {
    const hidden = files.filter((file) =>
      listWrittenTables(readFileSync(join(root, file), "utf8")).includes("?"),
    );
    expect(hidden).toEqual([]);
  });

  test.each(Object.entries(callers))("%s is called in these places alone", (name, places) => {
    const word = new RegExp(`\\b${name}\\b`);
    const found = files.filter((file) =>
      word.test(withoutComments(readFileSync(join(root, file), "utf8"))),
    );
    expect(found).toEqual(places.map((place) => `domain/${place}`));
  });

  test.each([
    `trx.updateTable("connected_accounts").set({})`,
    `trx\n  .deleteFrom(\n    "connected_accounts as a")`,
    `trx.insertInto('connected_accounts')`,
    "trx.mergeInto(`connected_accounts`)",
    "sql`update connected_accounts set status = 'ACTIVE'`",
    'sql`UPDATE ONLY public."connected_accounts" set status = 1`',
    "sql`insert into connected_accounts (id) values (1)`",
    "sql`delete\n  from connected_accounts`",
    "sql`truncate connected_accounts`",
  ])("the search finds the write in %s", (text) => {
    expect(listWrittenTables(text)).toEqual(["connected_accounts"]);
  });

  test.each([
    `trx.selectFrom("connected_accounts")`,
    '// trx.updateTable("connected_accounts")',
    "create trigger x before update of secrets on connected_accounts",
    `trx.updateTable("auth_configs").from("connected_accounts")`,
  ])("the search ignores %s", (text) => {
    expect(listWrittenTables(text)).not.toContain("connected_accounts");
  });
});
