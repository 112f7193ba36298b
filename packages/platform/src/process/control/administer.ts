import { createOrganization, createOwnerKey } from "../../domain/projects/create-organization.ts";
import type { OpenPlatform } from "../open-platform.ts";
import { StartError } from "../start-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { type ImportOptions, importToolkit } from "./import-toolkit.ts";
import { revokeListedKey, showKeys, showOrganizations, showProjects } from "./list-keys.ts";
import { listProjectToolkits } from "./list-toolkits.ts";
import { makeConsoleLink } from "./make-console-link.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { showDeliveries } from "./show-deliveries.ts";
import { retryDeadJobs, showJobs } from "./show-jobs.ts";

/** The result of a command: `text` for people, `data` for `--json`. */
export interface Outcome {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Options of the commands below, named as on the command line. */
export interface AdminOptions {
  readonly name?: string | undefined;
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
  /** Of jobs, or the one of a key. */
  readonly ids?: readonly string[] | undefined;
  /** Of jobs. */
  readonly kind?: string | undefined;
  readonly state?: "dead" | "ready" | "waiting" | undefined;
  readonly limit?: number | undefined;
  /** Of deliveries: the period until now. */
  readonly hours?: number | undefined;
  /** Of `toolkits import`. */
  readonly toolkit?: ImportOptions | undefined;
}

/** The arguments of a command. */
export interface AdminContext {
  readonly opened: OpenPlatform;
  readonly options: AdminOptions;
  /** Receives the progress of the command, one line at a time. */
  readonly progress: (line: string) => void;
}

/** The commands that need the database, by name. They run in the process that has the database open. */
export const adminCommands: Readonly<
  Record<AdminCommand, (context: AdminContext) => Promise<Outcome>>
> = {
  // Opening the database has done it.
  migrate: async () => ({ text: "The schema is up to date.", data: { up_to_date: true } }),
  "orgs list": showOrganizations,
  "projects list": showProjects,
  "keys create": createKeys,
  "keys list": showKeys,
  "keys revoke": revokeListedKey,
  "keys rotate": rotateKeys,
  "console-link": makeConsoleLink,
  "jobs list": showJobs,
  "jobs retry": retryDeadJobs,
  "deliveries stats": showDeliveries,
  "toolkits import": importToolkit,
  "toolkits list": listProjectToolkits,
};

/**
 * Creates an organization with a key, or a further key for an organization or a project. The keys are shown only now.
 */
async function createKeys({ opened, options }: AdminContext): Promise<Outcome> {
  const { database, platform } = opened;
  const { organization: id, project } = options;
  if (id === undefined) {
    const made = await createOrganization(platform, options.name ?? "default");
    const { text, data } = describeKeyOutcome({ organization_id: made.id, key: made.key });
    return { text: `${text}\n\n${describeNextStep(platform.baseUrl, made.key)}`, data };
  }
  const has = await database.transactInOrganization(id, async (trx) => ({
    organization: await trx
      .selectFrom("organizations")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst(),
    project: await trx
      .selectFrom("projects")
      .select("id")
      .where("organization_id", "=", id)
      .where("id", "=", project ?? "")
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  }));
  if (has.organization === undefined) {
    throw new StartError(`The organization ${id} does not exist.
Use an id that "platform orgs list" prints.`);
  }
  if (project !== undefined && has.project === undefined) {
    throw new StartError(`The organization ${id} has no project ${project}.
Use an id that "platform projects list --organization ${id}" prints.`);
  }
  const key = await createOwnerKey(platform, id, project ?? null);
  return describeKeyOutcome({ organization_id: id, ...(project && { project_id: project }), key });
}

/** The organization has no project yet, and tools are executed with the key of a project. */
function describeNextStep(baseUrl: string, key: string): string {
  return `Next, create a project and its key. The service has to run:

curl -s -X POST '${baseUrl}/api/v3/org/owner/project/new' -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '{"name":"default","should_create_api_key":true}'`;
}

function describeKeyOutcome(data: {
  readonly organization_id: string;
  readonly project_id?: string;
  readonly key: string;
}): Outcome {
  const { organization_id: organization, project_id: project, key } = data;
  const lines = [
    ["Organization", organization],
    ...(project === undefined ? [] : [["Project", project]]),
    [project === undefined ? "Organization key" : "Project key", key],
  ];
  const text = lines.map(([label = "", value]) => `${label.padEnd(18)}${value}`).join("\n");
  return {
    text: `${text}\nSave the key now: only its hash is stored, so it cannot be shown again.`,
    data,
  };
}
