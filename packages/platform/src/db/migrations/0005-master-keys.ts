import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/** Some data keys of each master key, by which a start finds out whether it was given the right ones. */
export const masterKeys: Migration = {
  name: "0005-master-keys",
  statements: [
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "sample_data_keys(per_master_key integer)",
      "returns table (owner_id text, version integer, master_version integer) language sql stable",
      `select s.* from (select distinct d.master_version from data_keys d) m, lateral (
        select d.owner_id, d.version, d.master_version from data_keys d
          where d.master_version = m.master_version limit per_master_key
      ) s`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
