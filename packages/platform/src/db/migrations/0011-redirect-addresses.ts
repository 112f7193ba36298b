import type { Migration } from "../migration-types.ts";

/** Auth configs from before this migration keep the redirect address that their clients were registered with. */
export const redirectAddresses: Migration = {
  name: "0011-redirect-addresses",
  statements: [
    `alter table auth_configs add column has_own_redirect boolean not null default false`,
  ],
};
