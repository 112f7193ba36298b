import { afterAll, beforeAll } from "vitest";
import { buildCallbackAddress } from "../../src/applications/oauth/callback-address.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";
import { createConfig, type Deployment, startDeployment } from "./deployment.ts";
import { oauthToolkit } from "./toolkit.ts";

/** Pages that refuse an answer. */
export const invalid = "400 This sign-in cannot be completed";
export const elsewhere = "403 This sign-in began in another browser";

type Accounts = Deployment["platform"]["connectedAccounts"];

/** The deployment and the servers of the callback tests. */
export interface CallbackAtWork {
  /** Its toolkits are `harbour`, at the deployment's own server, and `wharf`, at `second`. */
  readonly deployment: Deployment;
  readonly second: AuthorizationServer;
  /** The id of an auth config of `harbour`. */
  readonly config: string;
  readonly createLink: (
    auth_config_id?: string,
    platform?: Deployment["platform"],
  ) => ReturnType<Accounts["createLink"]>;
  readonly fetchStatus: (nanoid: string) => Promise<string>;
  /** The number of requests at the token endpoints of both servers. */
  readonly calls: () => number;
}

/** Starts a service and two authorization servers before the tests of a `describe`, and ends them after these. */
export function useCallback(): CallbackAtWork {
  let deployment: Deployment;
  let second: AuthorizationServer;
  let config: string;
  beforeAll(async () => {
    second = await startAuthorizationServer();
    deployment = await startDeployment({}, () => [oauthToolkit(second.url, "wharf")]);
    second.register(
      buildCallbackAddress(deployment.serving.platform.baseUrl, { toolkitSlug: "wharf" }),
    );
    config = await createConfig(deployment.platform, "OAUTH2");
  });
  afterAll(async () => {
    await deployment.close();
    await second.close();
  });
  return {
    get deployment() {
      return deployment;
    },
    get second() {
      return second;
    },
    get config() {
      return config;
    },
    createLink: (auth_config_id = config, platform = deployment.platform) =>
      platform.connectedAccounts.createLink({ body: { auth_config_id, user_id: "ada" } }),
    fetchStatus: async (nanoid) =>
      (await deployment.platform.connectedAccounts.getConnectedAccount({ nanoid })).status,
    calls: () => deployment.server.tokenCalls.length + second.tokenCalls.length,
  };
}

/** Describes the response to the callback by its status and the page's heading. */
export async function describePage(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const title = /<h1>([^<]*)<\/h1>/.exec(await response.text())?.[1];
  return `${response.status} ${title ?? response.headers.get("location") ?? ""}`;
}

/** A copy of an address with other parameters; `undefined` removes one. */
export function changeQuery(url: URL, change: Readonly<Record<string, string | undefined>>): URL {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) {
      copy.searchParams.delete(name);
    } else {
      copy.searchParams.set(name, value);
    }
  }
  return copy;
}
