import { type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  createConsoleSession,
  deleteConsoleSession,
  getConsoleSession,
  getProject,
  openConsoleLink,
} from "../../../../generated/client/index.js";
import type { ConsoleSession } from "../../../../generated/types/index.js";
import { keepProject, readChosenProject } from "./project-choice.ts";
import { transport } from "./transport.ts";

/** The projects that a session lists at most. */
const mostListed = 100;

/** Who is signed in. `project` is the one that the pages show, in a session of an organization key too. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) =>
    await enterProject(await getConsoleSession(transport, {}, { signal, retries: 0 })),
  staleTime: 60_000,
});

/** Signs in with a key, which is sent once and kept nowhere. */
export async function signInWithKey(client: QueryClient, key: string): Promise<void> {
  const auth = key.startsWith("oak_") ? { OrganizationKey: key } : { ProjectKey: key };
  await begin(client, await createConsoleSession(transport, {}, { auth, retries: 0 }));
}

/** Signs in with the token of a link. */
export async function signInWithLink(client: QueryClient, token: string): Promise<void> {
  await begin(client, await openConsoleLink(transport, { body: { token } }, { retries: 0 }));
}

/** Ends the session, here and at the service, and forgets what was read in it. */
export async function signOut(client: QueryClient): Promise<void> {
  await deleteConsoleSession(transport, {}, { retries: 0 });
  client.clear();
}

/** Shows another project of the organization in this tab, and forgets what was read of the one before. */
export async function chooseProject(
  client: QueryClient,
  project: NonNullable<ConsoleSession["project"]>,
): Promise<void> {
  keepProject(project.id);
  const session = client.getQueryData<ConsoleSession>(sessionQuery.queryKey);
  if (session !== undefined) {
    await show(client, { ...session, project });
  }
}

async function begin(client: QueryClient, begun: ConsoleSession): Promise<void> {
  await show(client, await enterProject(begun));
}

/** What was read of the same project stays on the page, which may have a form with something in it. */
async function show(client: QueryClient, session: ConsoleSession): Promise<void> {
  const before = client.getQueryData<ConsoleSession>(sessionQuery.queryKey);
  const isOther =
    before?.organization.id !== session.organization.id ||
    before.project?.id !== session.project?.id;
  if (isOther) {
    const others = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== "session",
    };
    await client.cancelQueries(others);
    client.removeQueries(others);
  }
  client.setQueryData(sessionQuery.queryKey, session);
  if (!isOther) {
    await client.invalidateQueries();
  }
}

async function enterProject(session: ConsoleSession): Promise<ConsoleSession> {
  if (session.key_type === "project") {
    return session;
  }
  const id = readChosenProject(session);
  const listed = session.projects.find((project) => project.id === id);
  if (listed !== undefined || id === undefined || session.projects.length < mostListed) {
    return { ...session, project: listed ?? null };
  }
  const found = await getProject(transport, { nano_id: id }).catch(() => null);
  return { ...session, project: found && { id: found.id, name: found.name } };
}
