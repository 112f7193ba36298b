import type { Migration } from "../migration-types.ts";

/**
 * The hooks of trigger instances at their applications. `hook_claim` is the right to register one. It belongs to one
 * call at a time, until a time of the database's clock, so that many upserts at once make one hook. A claim whose time
 * is over may have left a hook at the address of then; the next claim has it removed. `hook_renew_at` is the time at
 * which a hook that expires is registered again.
 */
export const hooks: Migration = {
  name: "0031-hooks",
  statements: [
    `alter table trigger_instances
       add column hook_claim text collate "C",
       add column hook_claim_until timestamptz(3),
       add column hook_renew_at timestamptz(3),
       add constraint hook_claims check ((hook_claim is null) = (hook_claim_until is null))`,
  ],
};
