import { fork } from "node:child_process";
import { createPlatform, type Platform } from "../../generated/client/index.js";
import { resolveInRoot } from "../support/paths.ts";
import type { AttackedService } from "./service.ts";

/** A project with its key. */
export interface Tenant {
  readonly id: string;
  readonly key: string;
  readonly platform: Platform;
}

/** Creates a project whose toolkit `desk` belongs to the application. */
export async function createTenant(
  { url, organizationKey }: AttackedService,
  name: string,
  applicationUrl: string,
): Promise<Tenant> {
  const connect = (key: string): Platform =>
    createPlatform({
      baseUrl: url,
      auth: { ProjectKey: key, OrganizationKey: key },
      retries: 0,
    });
  const { id, api_key: key } = await connect(organizationKey).projects.createProject({
    body: { name, should_create_api_key: true },
  });
  const platform = connect(key ?? "");
  await platform.toolkits.importToolkit({
    body: { slug: "desk", document: describeDesk(applicationUrl) },
  });
  return { id, key: key ?? "", platform };
}

/** A toolkit without authentication and with one tool. */
export function describeDesk(url: string, description = "A desk."): Record<string, unknown> {
  return {
    openapi: "3.1.0",
    info: { title: "Desk", version: "1", description },
    servers: [{ url }],
    paths: {
      "/note": {
        get: {
          operationId: "readNote",
          summary: "Read a note",
          responses: { "200": { description: "The note." } },
        },
      },
    },
  };
}

/** Starts an application in a process of its own, so that a busy attacker does not delay it. */
export async function startApplication(): Promise<{ readonly url: string; stop(): void }> {
  const child = fork(resolveInRoot("scripts/attack/programs/application.ts"));
  const url = await new Promise<string>((resolve) => {
    // The program sends its address.
    child.once("message", (message) => resolve(String(message)));
  });
  return { url, stop: () => void child.kill() };
}
