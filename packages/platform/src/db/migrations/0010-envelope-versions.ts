import type { Migration } from "../migration-types.ts";

/**
 * Versions of the secrets in rows that change. The trigger refuses new secrets without their next version: a process of
 * an earlier version of the service would write secrets that no later one can open.
 */
export const envelopeVersions: Migration = {
  name: "0010-envelope-versions",
  endsEarlierVersions: true,
  statements: [
    `create function refuse_unversioned_secrets() returns trigger language plpgsql as $$
      begin
        if new.secrets is not null and new.secrets is distinct from old.secrets
          and new.secrets_version is not distinct from old.secrets_version then
          raise exception 'secrets were written without their next version';
        end if;
        return new;
      end $$`,
    ...["auth_configs", "connected_accounts"].flatMap((table) => [
      `alter table ${table} add column secrets_version integer`,
      `create trigger secrets_move_on before update of secrets on ${table}
        for each row execute function refuse_unversioned_secrets()`,
    ]),
  ],
};
