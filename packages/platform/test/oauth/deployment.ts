import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { buildCallbackAddress } from "../../src/applications/oauth/callback-address.ts";
import type { DatabaseOptions } from "../../src/base/db/opening/open-database.ts";
import { runInProject, type Scope } from "../../src/domain/scope.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { type Serving, serve } from "../../src/process/serve.ts";
import { openEmbedded } from "../../src/testing/test-database.ts";
import {
  type AuthorizationServer,
  client,
  startAuthorizationServer,
} from "./authorization-server.ts";
import { oauthToolkit } from "./toolkit.ts";

/** The service in this process, on PGlite, with the authorization server and further toolkits. */
export interface Deployment {
  readonly server: AuthorizationServer;
  readonly serving: Serving;
  readonly url: string;
  readonly key: string;
  readonly platform: Platform;
  readonly owner: Platform;
  readonly log: string[];
  clientWith(key: string): Platform;
  close(): Promise<void>;
}

/** Writes toolkit documents into a new folder, which the caller removes. */
export function writeToolkits(documents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-oauth-toolkits-"));
  for (const [index, text] of documents.entries()) {
    writeFileSync(join(folder, `toolkit-${index}.yaml`), text);
  }
  return folder;
}

/**
 * Starts the service. `environment` changes its configuration, `documents` are further toolkits, `databaseOptions`
 * are options of its database. The server validates its responses against the document.
 */
export async function startDeployment(
  environment: Record<string, string> = {},
  documents: (serverUrl: string) => readonly string[] = () => [],
  databaseOptions: DatabaseOptions = {},
): Promise<Deployment> {
  const server = await startAuthorizationServer();
  const toolkits = writeToolkits([oauthToolkit(server.url), ...documents(server.url)]);
  const data = mkdtempSync(join(tmpdir(), "platform-oauth-"));
  const log: string[] = [];
  const serving = await serve({
    config: readConfig({
      PLATFORM_DATA: data,
      PORT: "0",
      PLATFORM_METRICS_PORT: "off",
      PLATFORM_RATE_LIMIT: "100000",
      ...environment,
    }),
    toolkitFolder: toolkits,
    logTo: { write: (line: string) => void log.push(line) },
    validateResponses: true,
    // In memory, which is several times faster than files.
    database: openEmbedded(databaseOptions),
  });
  const { baseUrl } = serving.platform;
  server.register(
    buildCallbackAddress(baseUrl),
    ...["harbour", "quay"].map((toolkitSlug) => buildCallbackAddress(baseUrl, { toolkitSlug })),
  );
  const { firstStart } = serving;
  if (firstStart === undefined) {
    throw new Error("The first start made no keys.");
  }
  const createClientWith = (key: string): Platform => createClient(serving.url, key);
  return {
    server,
    serving,
    url: serving.url,
    key: firstStart.projectKey,
    platform: createClientWith(firstStart.projectKey),
    owner: createClientWith(firstStart.organizationKey),
    log,
    clientWith: createClientWith,
    close: async () => {
      await serving.stop();
      await server.close();
      for (const folder of [data, toolkits]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Works in the database as the first project, to make changes that otherwise only time would make. */
export async function runInDeployment<T>(
  { platform, serving }: Deployment,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { project } = await platform.auth.getSessionInfo();
  return await runInProject(serving.platform, project?.id ?? "", work);
}

/** The generated client, without retries. */
export function createClient(baseUrl: string, key: string): Platform {
  return createPlatform({ baseUrl, auth: { ProjectKey: key, OrganizationKey: key }, retries: 0 });
}

/** An auth config of the toolkit, with the client that the provider knows. */
export async function createConfig(
  platform: Platform,
  authScheme: "OAUTH2" | "S2S_OAUTH2",
  options: { readonly slug?: string; readonly scopes?: readonly string[] } = {},
): Promise<string> {
  const { slug = "harbour", scopes } = options;
  const own = { client_id: client.id, client_secret: client.secret, ...(scopes && { scopes }) };
  const credentials = authScheme === "OAUTH2" ? own : {};
  const made = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug },
      auth_config: { type: "use_custom_auth", authScheme, credentials },
    },
  });
  return made.auth_config.id;
}
