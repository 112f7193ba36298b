import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * The numbers of accounts are kept by status too, as 0019-account-counts.ts keeps them by auth config and toolkit, and the
 * numbers of auth configs in the same way. Before, page 1 of the accounts with one status took 670 ms in a project of a
 * million, nearly all of it counting.
 *
 * A list by status gets an index. Accounts that wait for their user, and whose time is over, are EXPIRED before their row
 * says so: the few that are not yet written are found by an index of their own.
 */
export const countsByStatus: Migration = {
  name: "0022-counts-by-status",
  statements: [
    `grant create on schema public to app_system`,
    // From here on nobody writes accounts or auth configs: a trigger that is dropped or made locks their table.
    ...["count_new_accounts", "count_gone_accounts", "count_changed_accounts"].flatMap((name) => [
      `drop trigger ${name} on connected_accounts`,
      `drop function ${name}`,
    ]),
    `alter table account_counts no force row level security`,
    `delete from account_counts`,
    `alter table account_counts add column status text collate "C" not null`,
    ...countRows({
      table: "connected_accounts",
      counts: "account_counts",
      number: "accounts",
      group: "auth_config_id",
      others: ["toolkit_slug", "status"],
    }),

    `create table auth_config_counts (
      project_id text collate "C" not null references projects (id) on delete cascade,
      toolkit_slug text collate "C" not null,
      is_platform_managed boolean not null,
      status text collate "C" not null,
      auth_configs integer not null
    )`,
    `create index auth_config_counts_by_project on auth_config_counts (project_id, toolkit_slug)`,
    `alter table auth_config_counts enable row level security`,
    // Nobody but the functions below writes it.
    `create policy scope on auth_config_counts for select to app using (project_id = current_setting('app.project', true))`,
    `grant select on auth_config_counts to app`,
    `create policy system on auth_config_counts to app_system using (true)`,
    `grant select, insert, update, delete on auth_config_counts to app_system`,
    ...countRows({
      table: "auth_configs",
      counts: "auth_config_counts",
      number: "auth_configs",
      group: "toolkit_slug",
      others: ["is_platform_managed", "status"],
    }),
    `revoke create on schema public from app_system`,

    `create index connected_accounts_by_status
      on connected_accounts (project_id, status, created_at desc, id desc) where deleted_at is null`,
    `create index connected_accounts_that_wait on connected_accounts (project_id, waits_until)
      where deleted_at is null and status in ('INITIALIZING', 'INITIATED')`,
  ],
};

interface Counted {
  /** The table whose rows are counted, except deleted ones. */
  readonly table: string;
  readonly counts: string;
  /** The column with the number. */
  readonly number: string;
  /** The column that groups the rows when they are combined into one. */
  readonly group: string;
  readonly others: readonly string[];
}

/** Counts the rows that are there, and each change of them from here on. */
function countRows({ table, counts, number, group, others }: Counted): readonly string[] {
  const key = ["project_id", group, ...others].join(", ");
  const after = `select ${key}, 1 as change from after_rows where deleted_at is null`;
  const before = `select ${key}, -1 as change from before_rows where deleted_at is null`;
  const events = [
    { event: "insert", name: "new", changes: after, rows: "new table as after_rows" },
    { event: "delete", name: "gone", changes: before, rows: "old table as before_rows" },
    {
      event: "update",
      name: "changed",
      changes: `${after} union all ${before}`,
      rows: "old table as before_rows new table as after_rows",
    },
  ];
  return [
    ...events.flatMap(({ event, name, changes, rows }) => [
      ...createSystemFunction(
        `count_${name}_${number}()`,
        "returns trigger language plpgsql",
        writeChanges({ counts, number, group, key, changes }),
      ),
      `create trigger count_${name}_${number} after ${event} on ${table} referencing ${rows}
        for each statement execute function count_${name}_${number}()`,
    ]),
    // Row-level security holds for the owner too, who sees no row of any project.
    `alter table ${table} no force row level security`,
    `insert into ${counts} (${key}, ${number})
      select ${key}, count(*) from ${table} where deleted_at is null group by ${key}`,
    `alter table ${counts} force row level security`,
    `alter table ${table} force row level security`,
  ];
}

/** The body of a function that writes the sums of `changes`. When a project is destroyed, its rows go after it. */
function writeChanges({
  counts,
  number,
  group,
  key,
  changes,
}: Omit<Counted, "table" | "others"> & { readonly key: string; readonly changes: string }): string {
  return `declare changed record;
    begin
      for changed in
        insert into ${counts} (${key}, ${number})
          select ${key}, sum(change) from (${changes}) as changes
            where exists (select from projects p where p.id = changes.project_id)
            group by ${key} having sum(change) <> 0
          returning project_id, ${group}
      loop
        if random() < 0.02 then
          with added as (
            delete from ${counts} where ctid = any (array(
              select c.ctid from ${counts} c
                where c.project_id = changed.project_id and c.${group} = changed.${group}
                for update skip locked))
            returning ${key}, ${number})
          insert into ${counts} (${key}, ${number}) select ${key}, sum(${number}) from added group by ${key};
        end if;
      end loop;
      return null;
    end`;
}
