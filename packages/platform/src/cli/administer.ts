import {
  createOrganization,
  createOrganizationKey,
} from "../domain/organizations/create-organization.ts";
import type { OpenPlatform } from "./open-platform.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { StartError } from "./start-error.ts";

/** What a command says when it is done: `text` for people, `data` for `--json`. */
export type Outcome = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

/** Options of the commands below, as the command line has them. */
export type AdminOptions = {
  readonly name?: string | undefined;
  readonly organization?: string | undefined;
};

/** What a command is given. */
export type AdminContext = {
  readonly opened: OpenPlatform;
  readonly options: AdminOptions;
  /** Hears how far it is, a line at a time. */
  readonly progress: (line: string) => void;
};

/** The commands that need the database, by their words. They run in the process that has it open. */
export const adminCommands: Readonly<
  Record<AdminCommand, (context: AdminContext) => Promise<Outcome>>
> = {
  // Opening the database has done it.
  migrate: async () => ({ text: "The schema is up to date.", data: { up_to_date: true } }),
  "keys create": createKeys,
  "keys rotate": rotateKeys,
};

/** The words of a command that needs the database. */
export type AdminCommand = "migrate" | "keys create" | "keys rotate";

/** Whether words name one of `adminCommands`. */
export function isAdminCommand(words: string): words is AdminCommand {
  return Object.hasOwn(adminCommands, words);
}

/** Makes an organization with a key, or a further key of an organization; the key is shown this once. */
async function createKeys({ opened, options }: AdminContext): Promise<Outcome> {
  const { database, platform } = opened;
  const { organization: id } = options;
  if (id === undefined) {
    const made = await createOrganization(platform, options.name ?? "default");
    return {
      text: `${made.id}\n${made.key}`,
      data: { organization_id: made.id, key: made.key },
    };
  }
  const found = await database.ofOrganization(id, (trx) =>
    trx.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst(),
  );
  if (found === undefined) {
    throw new StartError(`There is no organization ${id}.
What to do: take the id that "platform keys create" printed when the organization was made.`);
  }
  const key = await createOrganizationKey(platform, id);
  return { text: key, data: { organization_id: id, key } };
}
