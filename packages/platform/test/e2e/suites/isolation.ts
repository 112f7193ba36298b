import { expect, test } from "vitest";
import type { Platform } from "../../../../../generated/client/index.js";
import { createOrganization } from "../../../src/domain/organizations/create-organization.ts";
import { goodKey } from "../application.ts";
import type { World } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";

/** The ids that a call takes. */
type Ids = {
  readonly config: string;
  readonly account: string;
  readonly configUuid: string;
  readonly accountUuid: string;
  readonly log: string;
  readonly user: string;
  readonly project: string;
};

/** Ids that nobody ever had, in the same form. */
const missing: Ids = {
  config: "ac_000000000000",
  account: "ca_000000000000",
  configUuid: "00000000-0000-4000-8000-000000000000",
  accountUuid: "00000000-0000-4000-8000-000000000001",
  log: "log_000000000000",
  user: "nobody",
  project: "proj_000000000000",
};

/** Every operation of a project that takes an id, at each place where it takes one. */
const calls: Readonly<Record<string, (caller: Platform, ids: Ids) => Promise<unknown>>> = {
  getAuthConfig: ({ authConfigs }, { config }) => authConfigs.getAuthConfig({ nanoid: config }),
  updateAuthConfig: ({ authConfigs }, { config }) =>
    authConfigs.updateAuthConfig({ nanoid: config, body: { name: "taken" } }),
  deleteAuthConfig: ({ authConfigs }, { config }) =>
    authConfigs.deleteAuthConfig({ nanoid: config }),
  setAuthConfigStatus: ({ authConfigs }, { config }) =>
    authConfigs.setAuthConfigStatus({ nanoid: config, status: "DISABLED" }),
  "listAuthConfigs.search": ({ authConfigs }, { config }) =>
    authConfigs.listAuthConfigs({ search: config }),
  createConnectedAccount: ({ connectedAccounts }, { config }) =>
    connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config },
        connection: {
          user_id: "u",
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "k" } },
        },
        validate_credentials: false,
      },
    }),
  createLink: ({ connectedAccounts }, { config }) =>
    connectedAccounts.createLink({ body: { auth_config_id: config, user_id: "u" } }),
  getConnectedAccount: ({ connectedAccounts }, { account }) =>
    connectedAccounts.getConnectedAccount({ nanoid: account }),
  deleteConnectedAccount: ({ connectedAccounts }, { account }) =>
    connectedAccounts.deleteConnectedAccount({ nanoid: account }),
  setConnectedAccountStatus: ({ connectedAccounts }, { account }) =>
    connectedAccounts.setConnectedAccountStatus({ nanoid: account, body: { enabled: false } }),
  refreshConnectedAccount: ({ connectedAccounts }, { account }) =>
    connectedAccounts.refreshConnectedAccount({ nanoid: account }),
  "listConnectedAccounts.ids": ({ connectedAccounts }, { account }) =>
    connectedAccounts.listConnectedAccounts({ connected_account_ids: [account] }),
  "listConnectedAccounts.configs": ({ connectedAccounts }, { config }) =>
    connectedAccounts.listConnectedAccounts({ auth_config_ids: [config] }),
  "listConnectedAccounts.users": ({ connectedAccounts }, { user }) =>
    connectedAccounts.listConnectedAccounts({ user_ids: [user] }),
  "executeTool.account": ({ tools }, { account }) =>
    execute(tools, { connected_account_id: account }),
  "executeTool.user": ({ tools }, { user }) => execute(tools, { user_id: user }),
  proxyRequest: ({ tools }, { account }) =>
    tools.proxyRequest({ body: { endpoint: "/", method: "GET", connected_account_id: account } }),
  "listToolExecutionLogs.log": ({ logs }, { log }) =>
    logs.listToolExecutionLogs({ body: { filters: { log_ids: [log] } } }),
  "listToolExecutionLogs.account": ({ logs }, { account }) =>
    logs.listToolExecutionLogs({ body: { filters: { connected_account_ids: [account] } } }),
  "getNanoId.account": ({ migration }, { accountUuid }) =>
    migration.getNanoId({ uuid: accountUuid, type: "CONNECTED_ACCOUNT" }),
  "getNanoId.config": ({ migration }, { configUuid }) =>
    migration.getNanoId({ uuid: configUuid, type: "AUTH_CONFIG" }),
  deleteUser: ({ users }, { user }) => users.deleteUser({ user_id: user }),
};

/** The same of the owner's operations. */
const ownerCalls: typeof calls = {
  getProject: ({ projects }, { project }) => projects.getProject({ nano_id: project }),
  deleteProject: ({ projects }, { project }) => projects.deleteProject({ nano_id: project }),
  regenerateApiKey: ({ projects }, { project }) => projects.regenerateApiKey({ nano_id: project }),
};

function execute(tools: Platform["tools"], choice: object): Promise<unknown> {
  return tools.executeTool({
    tool_slug: "ACME_GET_THING",
    body: { version: "latest", arguments: {}, ...choice },
  });
}

/** What a call answers, without what names the request and the id that was sent. */
async function answerOf(call: Promise<unknown>, ids: Ids): Promise<string> {
  const answer = await call.catch(
    ({ status, body }: { status: number; body: { error: object } }) => ({
      status,
      error: { ...body.error, request_id: "" },
    }),
  );
  let text = JSON.stringify(answer);
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(id, `<${name}>`);
  return text;
}

/** Nothing of one project is seen or touched with the key of another. */
export function testIsolation(world: () => World): void {
  test("another project's id is answered as one that does not exist, at every operation that takes one", async () => {
    const { platform, other, owner } = world();
    const user = "isolated-user";
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(
      world(),
      config,
      "API_KEY",
      { generic_api_key: goodKey },
      { user_id: user },
    );
    const done = await platform.tools.executeTool({
      tool_slug: "ACME_GET_THING",
      body: { version: "latest", arguments: {}, connected_account_id: account },
    });
    const read = async () => ({
      config: await platform.authConfigs.getAuthConfig({ nanoid: config }),
      account: await platform.connectedAccounts.getConnectedAccount({ nanoid: account }),
      projects: (await owner.projects.listProjects({ limit: 100 })).total_items,
    });
    const before = await read();
    const project = (await platform.auth.getSessionInfo()).project?.id ?? "";
    const configUuid = before.config.uuid;
    const accountUuid = before.account.deprecated?.uuid ?? "";
    const foreign: Ids = {
      config,
      account,
      configUuid,
      accountUuid,
      log: done.log_id,
      user,
      project,
    };
    const organization = await createOrganization(world().serving.platform, "another");
    const otherOwner = world().clientWith(organization.key);
    for (const [caller, list] of [
      [other, calls],
      [otherOwner, ownerCalls],
    ] as const) {
      for (const [name, call] of Object.entries(list)) {
        const told = await answerOf(call(caller, foreign), foreign);
        expect(`${name}: ${told}`).toBe(
          `${name}: ${await answerOf(call(caller, missing), missing)}`,
        );
      }
    }
    expect((await otherOwner.projects.listProjects()).total_items).toBe(0);
    expect(await read()).toEqual(before);
  });
}
