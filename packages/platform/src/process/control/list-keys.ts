import { type ListedOrganization, listOrganizations } from "../../domain/operators/list-owners.ts";
import { revokeKey } from "../../domain/operators/revoke-key.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext, Outcome } from "./administer.ts";
import { explainNothing } from "./assert-project.ts";
import { printTable, printTime } from "./print-table.ts";

/** `platform orgs list`: every organization with the number of its projects. */
export async function showOrganizations(context: AdminContext): Promise<Outcome> {
  const organizations = (await readOrganizations(context)).map((each) => ({
    id: each.id,
    name: each.name,
    projects: each.projects.length,
    keys: each.keys.filter(({ projectId }) => projectId === null).length,
    created_at: each.createdAt.toISOString(),
  }));
  const rows = organizations.map((each) => [
    ...[each.id, each.projects, each.keys],
    ...[printTime(new Date(each.created_at)), each.name],
  ]);
  const names = ["ORGANIZATION", "PROJECTS", "KEYS", "CREATED", "NAME"];
  const text = printTable(names, rows, `No organizations.\nMake one: platform keys create`);
  return { text, data: { organizations } };
}

/** `platform projects list`: every project, or those of one organization. */
export async function showProjects(context: AdminContext): Promise<Outcome> {
  const projects = (await readOrganizations(context)).flatMap((organization) =>
    organization.projects.map((project) => ({
      id: project.id,
      name: project.name,
      organization_id: organization.id,
      keys: organization.keys.filter(({ projectId }) => projectId === project.id).length,
      created_at: project.createdAt.toISOString(),
    })),
  );
  const rows = projects.map((each) => [
    ...[each.id, each.organization_id, each.keys],
    ...[printTime(new Date(each.created_at)), each.name],
  ]);
  const names = ["PROJECT", "ORGANIZATION", "KEYS", "CREATED", "NAME"];
  return { text: printTable(names, rows, "No projects."), data: { projects } };
}

/**
 * `platform keys list`: every key, or those of one organization or project.
 *
 * @throws StartError when the organization or the project does not exist
 */
export async function showKeys(context: AdminContext): Promise<Outcome> {
  const { project } = context.options;
  const keys = (await readOrganizations(context)).flatMap((organization) =>
    organization.keys
      .filter(({ projectId }) => project === undefined || projectId === project)
      .map((key) => ({
        id: key.id,
        key: key.shown,
        organization_id: organization.id,
        project_id: key.projectId,
        created_at: key.createdAt.toISOString(),
      })),
  );
  if (keys.length === 0) {
    await explainNothing(context);
  }
  const rows = keys.map((each) => [
    ...[each.id, each.key, each.organization_id, each.project_id ?? "-"],
    printTime(new Date(each.created_at)),
  ]);
  const names = ["ID", "KEY", "ORGANIZATION", "PROJECT", "CREATED"];
  return { text: printTable(names, rows, "No keys."), data: { keys } };
}

/**
 * `platform keys revoke`: deletes a key of a project or of an organization.
 *
 * @throws StartError when there is no such key
 */
export async function revokeListedKey({ opened, options }: AdminContext): Promise<Outcome> {
  const [id = ""] = options.ids ?? [];
  const revoked = await revokeKey(opened.platform, id);
  if (revoked === undefined) {
    throw new StartError(`There is no key with the id ${id}.
Use an id that "platform keys list" prints. The key itself is not its id.`);
  }
  const { organizationId, projectId, shown, left } = revoked;
  const owner = projectId ?? organizationId;
  const words = projectId === null ? "" : ` --project ${projectId}`;
  const lines = [
    `The key ${id} (${shown}) of ${owner} is refused from now on.`,
    left === 0
      ? `It was the last key of ${owner}. Make another: platform keys create --organization ${organizationId}${words}`
      : `${owner} has ${left} more.`,
  ];
  const data = { id, organization_id: organizationId, project_id: projectId, left };
  return { text: lines.join("\n"), data };
}

/** @throws StartError when the organization of `--organization` does not exist */
async function readOrganizations({
  opened,
  options,
}: AdminContext): Promise<readonly ListedOrganization[]> {
  const { organization } = options;
  const found = await listOrganizations(opened.platform, organization);
  if (organization !== undefined && found.length === 0) {
    throw new StartError(`The organization ${organization} does not exist.
Use an id that "platform orgs list" prints.`);
  }
  return found;
}
