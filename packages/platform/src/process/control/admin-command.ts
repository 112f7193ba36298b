/** The commands that need the database. */
export const adminCommandNames = [
  "migrate",
  "orgs list",
  "projects list",
  "keys create",
  "keys list",
  "keys revoke",
  "keys rotate",
  "console-link",
  "jobs list",
  "jobs retry",
  "deliveries stats",
  "toolkits import",
  "toolkits list",
] as const;

export type AdminCommand = (typeof adminCommandNames)[number];
