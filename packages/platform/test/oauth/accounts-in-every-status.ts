import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { catchRefusal } from "../e2e/world.ts";
import { createConfig, type Deployment, runInDeployment, startDeployment } from "./deployment.ts";
import { browse, connectOver, returnFrom } from "./http-sign-in.ts";
import { oauthToolkit } from "./toolkit.ts";

/** A toolkit with an API key, for the table rows with submitted credentials. */
const keyToolkit = (server: string): string => `${writePlainHead("lock", `${server}/api`)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key, test_operation: getBolt }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /bolt: { get: { operationId: getBolt, summary: Get bolt, description: Answers the bolt., responses: { '200': { description: Done. } } } }
`;

/** A status that an account can have. */
export type Status = "INITIALIZING" | "INITIATED" | "ACTIVE" | "FAILED" | "EXPIRED" | "INACTIVE";

/** The same authorization server, at an address with a part that each user has to fill in. */
const tenantToolkit = (server: string): string =>
  oauthToolkit(server, "quay")
    .replace("/auth'", "/auth?tenant={tenant}'")
    .replace(
      "      name: OAuth\n",
      `      name: OAuth
      fields: { connected_account_initiation: [{ name: tenant, display_name: Tenant, description: Yours. }] }
`,
    );

type Accounts = Deployment["platform"]["connectedAccounts"];

/** The steps of the tests of transitions. */
export interface AccountsAtWork {
  readonly deployment: Deployment;
  /** The id of an auth config with OAuth. */
  readonly config: string;
  readonly accounts: () => Accounts;
  readonly read: (nanoid: string) => Promise<Awaited<ReturnType<Accounts["getConnectedAccount"]>>>;
  readonly refresh: (nanoid: string) => ReturnType<Accounts["refreshConnectedAccount"]>;
  readonly enable: (
    nanoid: string,
    enabled: boolean,
  ) => ReturnType<Accounts["setConnectedAccountStatus"]>;
  readonly createLink: (
    auth_config_id?: string,
  ) => Promise<{ readonly id: string; readonly link: string }>;
  /** Executes a tool with an account. Returns the refusal. */
  readonly execute: (connected_account_id: string) => Promise<string>;
  /** Moves a time of an account into the past. */
  readonly put: (id: string, column: "waits_until" | "tokens_expire_at") => Promise<unknown>;
  readonly cutTokens: (isCut: boolean) => void;
  readonly make: Readonly<Record<Exclude<Status, "INITIALIZING">, () => Promise<string>>>;
  /** The entries of `make`. */
  readonly made: readonly (readonly [status: string, create: () => Promise<string>])[];
}

/** Starts a service and an authorization server before the tests of this file, and ends them after these. */
export function startAccounts(): AccountsAtWork {
  let deployment: Deployment;
  let config: string;
  beforeAll(async () => {
    deployment = await startDeployment({}, (server) => [keyToolkit(server), tenantToolkit(server)]);
    config = await createConfig(deployment.platform, "OAUTH2");
  });
  afterAll(() => deployment.close());

  const bindAccounts = () => deployment.platform.connectedAccounts;
  const read = async (nanoid: string) => await bindAccounts().getConnectedAccount({ nanoid });
  const refresh = (nanoid: string) => bindAccounts().refreshConnectedAccount({ nanoid });
  const enable = (nanoid: string, enabled: boolean) =>
    bindAccounts().setConnectedAccountStatus({ nanoid, body: { enabled } });
  const createLink = async (auth_config_id = config) => {
    const body = { auth_config_id, user_id: "ada" };
    const made = await bindAccounts().createLink({ body });
    return { id: made.connected_account_id, link: made.redirect_url };
  };
  const execute = (connected_account_id: string): Promise<string> =>
    catchRefusal(
      deployment.platform.tools.executeTool({
        tool_slug: "HARBOUR_GET_BERTH",
        body: { version: "latest", arguments: {}, connected_account_id },
      }),
    );
  const put = (id: string, column: "waits_until" | "tokens_expire_at"): Promise<unknown> =>
    runInDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ [column]: sql`now() - interval '1 second'` })
        .where("id", "=", id)
        .execute(),
    );
  /** Makes the token endpoint break off every connection. */
  const cutTokens = (isCut: boolean): void =>
    deployment.server.hold(
      isCut ? { before: () => Promise.reject(new Error("The connection breaks off.")) } : {},
    );

  /** For each status, creates an account in that status through the API. */
  const make: Record<Exclude<Status, "INITIALIZING">, () => Promise<string>> = {
    INITIATED: async () => (await createLink()).id,
    ACTIVE: async () => {
      const { id, link } = await createLink();
      expect((await connectOver(link)).status).toBe(200);
      return id;
    },
    FAILED: async () => {
      const { id, link } = await createLink();
      const { callback, cookie } = await returnFrom(link);
      callback.searchParams.delete("code");
      callback.searchParams.set("error", "access_denied");
      callback.searchParams.set("error_description", "Not today.");
      await browse(callback, { cookie });
      return id;
    },
    EXPIRED: async () => {
      const { id } = await createLink();
      await put(id, "waits_until");
      return id;
    },
    INACTIVE: async () => {
      const id = await make.ACTIVE();
      await enable(id, false);
      return id;
    },
  };
  const made = Object.entries(make);
  return {
    get deployment() {
      return deployment;
    },
    get config() {
      return config;
    },
    accounts: bindAccounts,
    read,
    refresh,
    enable,
    createLink,
    execute,
    put,
    cutTokens,
    make,
    made,
  };
}
