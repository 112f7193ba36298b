import type { OpenPlatform } from "../open-platform.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext } from "./administer.ts";

/**
 * For a command that found nothing: the id of `--project` may be wrong.
 *
 * @throws StartError when the project of `--project` does not exist
 */
export async function explainNothing({ opened, options }: AdminContext): Promise<void> {
  if (options.project !== undefined) {
    await assertProject(opened, options.project);
  }
}

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
Use an id that "platform projects list" prints.`);
  }
}
