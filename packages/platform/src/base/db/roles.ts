/**
 * The roles of a database. A role belongs to the whole server, so installations that share a server have names of their own:
 * `PLATFORM_DB_ROLE_PREFIX` stands before the names that the SQL files use.
 */
export interface DatabaseRoles {
  /** As which every query of the service runs. */
  readonly app: string;
  /** The owner of the functions that search before a project is known. */
  readonly system: string;
}

/** The roles for a prefix, such as `acme_`. Without one they are `app` and `app_system`. */
export function nameRoles(prefix = ""): DatabaseRoles {
  return { app: `${prefix}app`, system: `${prefix}app_system` };
}

/** What a name of a role looks like in a statement. `app.project` is a setting. */
const role = /\b(?:app|app_system)\b(?!\.)/g;

/** Writes the names of these roles into a statement of the SQL files. */
export function renameRoles(statement: string, { app, system }: DatabaseRoles): string {
  return statement.replace(role, (name) => (name === "app" ? app : system));
}
