import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Platform as PlatformClient } from "../../../../generated/client/index.js";
import { createOrganization } from "../../src/domain/projects/create-organization.ts";
import { runInProject, type Scope } from "../../src/domain/scope.ts";
import { readConfig } from "../../src/process/config/read-config.ts";
import { openPlatform } from "../../src/process/open-platform.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";
import { createClient, createConfig, writeToolkits } from "./deployment.ts";
import { browse, returnFrom } from "./http-sign-in.ts";
import { oauthToolkit } from "./toolkit.ts";

/** One process that serves. */
export interface Replica {
  readonly url: string;
  readonly platform: PlatformClient;
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Processes that share one PostgreSQL database and the authorization server. */
export interface Replicas {
  readonly server: AuthorizationServer;
  start(): Promise<Replica>;
  /** A new account whose user signed in. */
  connect(replica: Replica): Promise<string>;
  /** Takes a user through the sign-in behind a link. Returns the status of the callback. */
  signIn(replica: Replica, link: string): Promise<number>;
  /** Works in the database as the project, to make changes that otherwise only time would make. */
  inDatabase<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The address at which users would reach the processes. The tests call each process at its own address. */
const baseUrl = "http://localhost:3999";

/** Creates the database and the authorization server. The test itself starts the processes. */
export async function createReplicas(databaseServer: string): Promise<Replicas> {
  const server = await startAuthorizationServer();
  server.register(`${baseUrl}/api/v3/toolkits/auth/callback/harbour`);
  const toolkits = writeToolkits([oauthToolkit(server.url)]);
  const environment = {
    DATABASE_URL: await createDatabase(databaseServer),
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
    PLATFORM_METRICS_PORT: "off",
    PLATFORM_RATE_LIMIT: "1000000",
    PLATFORM_CONCURRENT_EXECUTIONS: "1000",
    PLATFORM_LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: "0",
  };
  const config = readConfig(environment);
  const opened = await openPlatform(config, { toolkitFolder: toolkits });
  const { key: ownerKey } = await createOrganization(opened.platform, "default");
  const running = new Set<ChildProcess>();
  let key: string | undefined;
  let projectId = "";

  const createProject = async (url: string): Promise<string> => {
    const owner = createClient(url, ownerKey);
    const made = await owner.projects.createProject({
      body: { name: "replicas", should_create_api_key: true },
    });
    projectId = made.id;
    return made.api_key ?? "";
  };
  const signIn: Replicas["signIn"] = async ({ url }, link) => {
    const { callback, cookie } = await returnFrom(moveToProcess(url, link));
    return (await browse(moveToProcess(url, callback.href), { cookie })).status;
  };
  return {
    server,
    start: async () => {
      const child = fork(fileURLToPath(new URL("replica.ts", import.meta.url)), {
        execArgv: ["-C", "source"],
        env: { PATH: process.env.PATH, ...environment, TEST_TOOLKITS: toolkits },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      running.add(child);
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      void ended.then(() => running.delete(child));
      const url = await new Promise<string>((resolve, reject) => {
        child.once("message", (message: { readonly url: string }) => resolve(message.url));
        child.once("exit", (code) => reject(new Error(`A replica ended with ${code}.`)));
      });
      key ??= await createProject(url);
      return {
        url,
        platform: createClient(url, key),
        end: async (signal) => {
          child.kill(signal);
          await ended;
        },
      };
    },
    connect: async (replica) => {
      const auth_config_id = await createConfig(replica.platform, "OAUTH2");
      const link = await replica.platform.connectedAccounts.createLink({
        body: { auth_config_id, user_id: "ada" },
      });
      const status = await signIn(replica, link.redirect_url);
      if (status !== 200) {
        throw new Error(`The callback answered ${status}.`);
      }
      return link.connected_account_id;
    },
    signIn,
    inDatabase: (work) => runInProject(opened.platform, projectId, work),
    close: async () => {
      for (const child of running) {
        child.kill("SIGKILL");
      }
      await opened.database.close();
      await server.close();
      rmSync(toolkits, { recursive: true, force: true });
    },
  };
}

/** The same path at the address of one process. */
function moveToProcess(url: string, address: string): string {
  const { pathname, search } = new URL(address);
  return `${url}${pathname}${search}`;
}
