import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/** Which processes serve on this database, and which master keys each of them holds. */
export const replicas: Migration = {
  name: "0004-replicas",
  statements: [
    // The table has no data of projects, and only the functions below read it.
    `create table replicas (
      id uuid primary key,
      name text not null,
      master_keys text[] not null,
      started_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null
    )`,
    `alter table replicas enable row level security, force row level security`,
    `create policy system on replicas to app_system using (true)`,
    `grant select, insert, update, delete on replicas to app_system`,
    // ALTER FUNCTION … OWNER TO asks the new owner to have it.
    `grant create on schema public to app_system`,
    // By the database's clock: the clocks of replicas differ. Living processes remove the rows of killed ones.
    ...createSystemFunction(
      "note_replica(replica uuid, called text, held text[])",
      "returns void language sql",
      `delete from replicas r where r.seen_at < clock_timestamp() - interval '1 hour';
      insert into replicas as r (id, name, master_keys, seen_at) values (replica, called, held, clock_timestamp())
        on conflict (id) do update set master_keys = held, seen_at = clock_timestamp()`,
    ),
    ...createSystemFunction(
      "list_replicas(within_ms integer)",
      "returns table (name text, master_keys text[]) language sql stable",
      `select r.name, r.master_keys from replicas r
        where r.seen_at > clock_timestamp() - make_interval(secs => within_ms / 1000.0) order by r.name, r.started_at`,
    ),
    ...createSystemFunction(
      "forget_replica(replica uuid)",
      "returns void language sql",
      "delete from replicas r where r.id = replica",
    ),
    `revoke create on schema public from app_system`,
  ],
};
