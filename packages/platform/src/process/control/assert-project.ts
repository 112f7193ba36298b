import type { OpenPlatform } from "../open-platform.ts";
import { StartError } from "../start-error.ts";

/** @throws StartError when the project does not exist */
export async function assertProject({ database }: OpenPlatform, project: string): Promise<void> {
  const found = await database.transactInProject(project, (trx) =>
    trx
      .selectFrom("projects")
      .select("id")
      .where("id", "=", project)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  if (found === undefined) {
    throw new StartError(`The project ${project} does not exist.
Use an id from GET /api/v3/org/owner/project/list. Send that request with the organization's key.`);
  }
}
