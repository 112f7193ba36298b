import { randomBytes } from "node:crypto";
import { createPlatform, type Platform } from "../../../../../generated/client/index.js";
import { runPlatform } from "../../running/support/platform-process.ts";

/** The settings of every replica of a deployment on PostgreSQL, and the key of its owner. */
export interface Deployment {
  readonly environment: Readonly<Record<string, string>>;
  readonly ownerKey: string;
}

/** A project with its own key, used through one replica. */
export interface Tenant {
  readonly id: string;
  readonly apiKey: string;
  readonly platform: Platform;
}

/** Creates the first organization in an empty database. */
export async function createDeployment(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Deployment> {
  const environment = {
    DATABASE_URL: databaseUrl,
    PLATFORM_BASE_URL: "http://127.0.0.1:3000",
    PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    PLATFORM_RATE_LIMIT: "1000000",
    PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
    HOST: "127.0.0.1",
    ...more,
  };
  const { stdout, stderr } = await runPlatform(["keys", "create"], environment);
  const ownerKey = /oak_[\w-]{32}/.exec(stdout)?.[0];
  if (ownerKey === undefined) {
    throw new Error(`No key was made: ${stdout}${stderr}`);
  }
  return { environment, ownerKey };
}

/** A client of one replica. It does not repeat requests. */
export function createReplicaClient(url: string, apiKey: string): Platform {
  return createPlatform({
    baseUrl: url,
    auth: { ProjectKey: apiKey, OrganizationKey: apiKey },
    retries: 0,
  });
}

/** Makes a project. */
export async function createTenant(url: string, ownerKey: string, name: string): Promise<Tenant> {
  const body = { name, should_create_api_key: true };
  const { id, api_key: apiKey } = await createReplicaClient(url, ownerKey).projects.createProject({
    body,
  });
  if (apiKey === null || apiKey === undefined) {
    throw new Error("The project has no key.");
  }
  return { id, apiKey, platform: createReplicaClient(url, apiKey) };
}
