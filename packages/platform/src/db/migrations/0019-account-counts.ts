import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

const key = "project_id, auth_config_id, toolkit_slug";

/**
 * The number of a project's accounts is kept, so that a page of a list does not count them: counting a million takes a
 * third of a second. The number is exact: changes are written in the transaction that makes them, as rows of their own, so that
 * no transaction waits for another one. Now and then, a change adds up the rows of its auth config to one.
 *
 * Lists by the time of the last change get an index.
 */
export const accountCounts: Migration = {
  name: "0019-account-counts",
  statements: [
    `create table account_counts (
      project_id text collate "C" not null references projects (id) on delete cascade,
      auth_config_id text collate "C" not null,
      toolkit_slug text collate "C" not null,
      accounts integer not null
    )`,
    `create index account_counts_by_project on account_counts (project_id, auth_config_id)`,
    `alter table account_counts enable row level security, force row level security`,
    // Nobody but the function below writes it.
    `create policy scope on account_counts for select to app using (project_id = current_setting('app.project', true))`,
    `grant select on account_counts to app`,
    `create policy system on account_counts to app_system using (true)`,
    `grant select, insert, update, delete on account_counts to app_system`,

    `grant create on schema public to app_system`,
    ...createCountingFunction("count_new_accounts", selectAdmitted("after_rows", 1)),
    ...createCountingFunction("count_gone_accounts", selectAdmitted("before_rows", -1)),
    ...createCountingFunction(
      "count_changed_accounts",
      `${selectAdmitted("after_rows", 1)} union all ${selectAdmitted("before_rows", -1)}`,
    ),
    `revoke create on schema public from app_system`,
    // Until this is committed nobody writes accounts: a trigger that is made locks their table.
    createTrigger("count_new_accounts", "insert", "new table as after_rows"),
    createTrigger("count_gone_accounts", "delete", "old table as before_rows"),
    createTrigger(
      "count_changed_accounts",
      "update",
      "old table as before_rows new table as after_rows",
    ),
    // Row-level security holds for the owner too, who sees no row of any project.
    `alter table connected_accounts no force row level security`,
    `alter table account_counts no force row level security`,
    `insert into account_counts (${key}, accounts)
      select ${key}, count(*) from connected_accounts where deleted_at is null group by ${key}`,
    `alter table account_counts force row level security`,
    `alter table connected_accounts force row level security`,

    `create index connected_accounts_by_change
      on connected_accounts (project_id, updated_at desc, id desc) where deleted_at is null`,
  ],
};

/** The accounts that are there, each as a change of the number. */
function selectAdmitted(rows: string, change: 1 | -1): string {
  return `select ${key}, ${change} as change from ${rows} where deleted_at is null`;
}

/** The trigger function that writes the sum of `changes`. When a project is destroyed, its accounts go after it. */
function createCountingFunction(name: string, changes: string): readonly string[] {
  return createSystemFunction(
    `${name}()`,
    "returns trigger language plpgsql",
    `declare changed record;
    begin
      for changed in
        insert into account_counts (${key}, accounts)
          select ${key}, sum(change) from (${changes}) as changes
            where exists (select from projects p where p.id = changes.project_id)
            group by ${key} having sum(change) <> 0
          returning project_id, auth_config_id
      loop
        if random() < 0.02 then
          with added as (
            delete from account_counts where ctid = any (array(
              select c.ctid from account_counts c
                where c.project_id = changed.project_id and c.auth_config_id = changed.auth_config_id
                for update skip locked))
            returning ${key}, accounts)
          insert into account_counts (${key}, accounts) select ${key}, sum(accounts) from added group by ${key};
        end if;
      end loop;
      return null;
    end`,
  );
}

function createTrigger(name: string, event: string, tables: string): string {
  return `create trigger ${name} after ${event} on connected_accounts referencing ${tables}
    for each statement execute function ${name}()`;
}
