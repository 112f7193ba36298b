import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Addresses of auth configs, for applications that have one webhook for each installation (Slack); those of instances are in
 * `trigger_instances`. A receipt is a delivery that was taken: its id is a hash of the address and of the application's id
 * of the delivery. Both are found before the project is known, or removed for all projects at once.
 */
export const webhookAddresses: Migration = {
  name: "0028-webhook-addresses",
  statements: [
    // The id is that of the auth config.
    ...createProjectTable(
      "webhook_addresses",
      `token_hash text collate "C" not null,
       token text not null,
       created_at timestamptz(3) not null default now(),
       foreign key (project_id, id) references auth_configs (project_id, id) on delete cascade`,
    ),
    `create unique index webhook_addresses_by_token on webhook_addresses (token_hash)`,
    ...createProjectTable("webhook_receipts", `received_at timestamptz(3) not null default now()`),
    `create index webhook_receipts_by_age on webhook_receipts (received_at)`,
    // The account that deliveries of an auth config's address are for (Slack: the workspace).
    `create index trigger_instances_by_owner on trigger_instances (project_id, (registration ->> 'owner'))
       where deleted_at is null and registration ->> 'owner' is not null`,
    `create policy lookup on webhook_addresses for select to app_system using (true)`,
    `grant select (project_id, id, token_hash) on webhook_addresses to app_system`,
    `grant select (project_id, id, received_at), delete on webhook_receipts to app_system`,
    `create policy purge on webhook_receipts to app_system using (true)`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_webhook_address(wanted_hash text)",
      "returns table (project_id text, trigger_id text, auth_config_id text, catalog_version integer) language sql stable",
      `select p.id, t.id, null, p.catalog_version from trigger_instances t join projects p on p.id = t.project_id
        where t.token_hash = wanted_hash and t.deleted_at is null and p.deleted_at is null
       union all
       select p.id, null, a.id, p.catalog_version from webhook_addresses a join projects p on p.id = a.project_id
        where a.token_hash = wanted_hash and p.deleted_at is null`,
    ),
    ...createSystemFunction(
      "purge_webhook_receipts(at_most integer)",
      "returns integer language plpgsql",
      `declare removed integer;
      begin
        delete from webhook_receipts where (project_id, id) in
          (select r.project_id, r.id from webhook_receipts r
            where r.received_at < now() - interval '72 hours' limit at_most);
        get diagnostics removed = row_count;
        return removed;
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
