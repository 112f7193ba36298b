import { createConsoleLink } from "../../domain/keys/console-sessions.ts";
import { findNewestKeyHash } from "../../domain/keys/find-newest-key-hash.ts";
import { listOrganizations } from "../../domain/operators/list-owners.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext, Outcome } from "./administer.ts";

/**
 * `platform console-link`: an address that signs a browser in to a project once.
 *
 * @throws StartError when there is no such project, when there are several and none was named, or when it has no key
 */
export async function makeConsoleLink({ opened, options }: AdminContext): Promise<Outcome> {
  const { platform } = opened;
  const all = (await listOrganizations(platform)).flatMap(({ id, projects }) =>
    projects.map((project) => ({ ...project, organizationId: id })),
  );
  const asked = options.project;
  const chosen = asked === undefined ? all : all.filter(({ id }) => id === asked);
  const [project] = chosen;
  if (project === undefined) {
    throw new StartError(
      asked === undefined
        ? `There is no project yet. Make an organization, then a project: platform keys create`
        : `The project ${asked} does not exist.\nUse an id that "platform projects list" prints.`,
    );
  }
  if (chosen.length > 1) {
    throw new StartError(`There are ${chosen.length} projects, and a link is for one of them.
Name it: platform console-link --project ${project.id}`);
  }
  const hash = await findNewestKeyHash(platform, project.organizationId, project.id);
  if (hash === undefined) {
    throw new StartError(`The project ${project.id} has no key, and a session lives as long as a key.
Make one: platform keys create --organization ${project.organizationId} --project ${project.id}`);
  }
  const link = await createConsoleLink(platform, hash);
  const text = `${link}\n\nIt signs one browser in to ${project.name} (${project.id}), once, in the next 10 minutes.`;
  return { text, data: { link, project_id: project.id } };
}
