import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/** Keys of requests at the same time are found by one statement. `find_api_key` stays for processes of earlier versions. */
export const keysTogether: Migration = {
  name: "0018-keys-together",
  statements: [
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_api_keys(hashes text[])",
      // Each connection plans the statement of a function in plpgsql once, and that of one in SQL for every call.
      "returns table (hash text, id text, organization_id text, project_id text, catalog_version integer) language plpgsql stable",
      `begin
        return query select k.hash, k.id, k.organization_id, k.project_id, coalesce(p.catalog_version, 0)
          from api_keys k left join projects p on p.id = k.project_id
          where k.hash = any (hashes) and p.deleted_at is null;
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
