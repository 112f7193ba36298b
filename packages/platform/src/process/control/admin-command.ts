/** The commands that need the database. */
export const adminCommandNames = [
  "migrate",
  "keys create",
  "keys rotate",
  "toolkits import",
  "toolkits list",
] as const;

export type AdminCommand = (typeof adminCommandNames)[number];
