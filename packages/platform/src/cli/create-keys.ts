import type { PlatformConfig } from "../config/platform-config.ts";
import {
  createOrganization,
  createOrganizationKey,
} from "../domain/organizations/create-organization.ts";
import { openPlatform } from "./open-platform.ts";
import { StartError } from "./start-error.ts";

/**
 * Makes an organization with a key, or a further key of an organization. With it projects and their keys are made over the
 * API.
 *
 * @returns the key, to be shown this once
 */
export async function createKeys(
  config: PlatformConfig,
  options: { readonly name?: string; readonly organization?: string },
): Promise<string> {
  const { database, platform } = await openPlatform(config);
  try {
    const { organization: id } = options;
    if (id === undefined) {
      const made = await createOrganization(platform, options.name ?? "default");
      return `${made.id}\n${made.key}`;
    }
    const found = await database.ofOrganization(id, (trx) =>
      trx.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst(),
    );
    if (found === undefined) {
      throw new StartError(`There is no organization ${id}.
What to do: take the id that "platform keys create" printed when the organization was made.`);
    }
    return await createOrganizationKey(platform, id);
  } finally {
    await database.close();
  }
}
