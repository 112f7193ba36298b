import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { SecretUnreadableError } from "../../../base/secrets/cipher.ts";
import { accountKey, createConnect } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import type { Scope } from "../../scope.ts";
import { openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { updateAuthConfig } from "../auth-configs/update-auth-config.ts";
import { changeAccount } from "./changing/change-account.ts";
import { lockAccount, openAccount } from "./open-account.ts";

type Table = "connected_accounts" | "auth_configs";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const connect = createConnect(fixture);
  let config: string;
  let account: string;
  beforeAll(async () => {
    config = await fixture.createConfig("github", {
      authScheme: "OAUTH2",
      credentials: { client_id: "first", client_secret: "secret-0123456789" },
    });
    const stripe = await fixture.createConfig("stripe", { authScheme: "API_KEY" });
    account = (await connect(stripe, { generic_api_key: accountKey })).id;
  });

  const readStored = (table: Table, id: string) =>
    run(({ trx }) =>
      trx
        .selectFrom(table)
        .select(["secrets", "secrets_version"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
  /** Writes a row as an attacker with the database's password could. Triggers do not stop it. */
  const put = (table: Table, id: string, secrets: string | null, version: number) =>
    run(async ({ trx }) => {
      await sql`set local role none`.execute(trx);
      await sql.raw(`alter table ${table} no force row level security`).execute(trx);
      await sql.raw(`alter table ${table} disable trigger secrets_move_on`).execute(trx);
      await sql`update ${sql.table(table)} set secrets = ${secrets}, secrets_version = ${version}
        where id = ${id}`.execute(trx);
      await sql.raw(`alter table ${table} enable trigger secrets_move_on`).execute(trx);
      await sql.raw(`alter table ${table} force row level security`).execute(trx);
    });
  const changeAccountOnce = async (scope: Scope): Promise<void> => {
    const opened = await lockAccount(scope, account);
    await changeAccount(scope, opened, { type: "credentials_changed" }, {});
  };

  test("an older envelope that is put back into its row does not open", async () => {
    const older = {
      connected_accounts: await readStored("connected_accounts", account),
      auth_configs: await readStored("auth_configs", config),
    };
    await run(changeAccountOnce);
    await run((scope) => updateAuthConfig(scope, config, { credentials: { client_id: "second" } }));
    const openConnection = async (scope: Scope): Promise<unknown> =>
      await (await openAccount(scope, account)).openSecrets();
    const openConfig = async (scope: Scope): Promise<unknown> =>
      await openAuthConfig(scope, await readAuthConfig(scope, config));
    const reads = [
      ["connected_accounts", account, openConnection],
      ["auth_configs", config, openConfig],
    ] as const;
    for (const [table, id, read] of reads) {
      const current = await readStored(table, id);
      expect(current.secrets_version).toBe(older[table].secrets_version + 1);
      await put(table, id, older[table].secrets, current.secrets_version);
      await expect(run<unknown>(read), table).rejects.toThrow(SecretUnreadableError);
      await put(table, id, current.secrets, current.secrets_version);
      expect(await run<unknown>(read), table).toBeTypeOf("object");
    }
  });

  test("secrets cannot be written without their next version, because nobody could open them", async () => {
    const { secrets } = await readStored("connected_accounts", account);
    const write = run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ secrets: `${secrets}x` })
        .where("id", "=", account)
        .execute(),
    );
    await expect(write).rejects.toThrow(/without their next version/);
  });
});
