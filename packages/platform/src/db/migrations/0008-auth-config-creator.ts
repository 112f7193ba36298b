import type { Migration } from "../migration-types.ts";

/** The key that an auth config was created with. No reference: the key may be replaced, and the auth config stays. */
export const authConfigCreator: Migration = {
  name: "0008-auth-config-creator",
  statements: [`alter table auth_configs add column created_by text`],
};
