import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import { buildCallbackAddress } from "../../../../applications/oauth/callback-address.ts";
import { RefreshRefusedError } from "../../../../applications/oauth/refresh-errors.ts";
import { testToolkits } from "../../../../testing/test-catalog.ts";
import type { TestDatabase } from "../../../../testing/test-database.ts";
import { createTestPlatform } from "../../../../testing/test-platform.ts";
import { createTestProject } from "../../../../testing/test-project.ts";
import { startTokenServer, type TokenServer } from "../../../../testing/token-server.ts";
import { type Platform, runInProject, type Scope } from "../../../scope.ts";
import { createAuthConfig } from "../../auth-configs/create-auth-config.ts";
import { beginAuthorization } from "../../authorization/begin-authorization.ts";
import { completeGrant } from "../../authorization/complete-grant.ts";
import { receiveCallback } from "../../authorization/receive-callback.ts";
import { getConnectedAccount } from "../../connected-accounts/read-connected-accounts.ts";
import { createConnectionLink } from "../../connecting/create-connected-account.ts";
import { locateLink } from "../../connecting/links.ts";
import { createTokenRefresher, type RefreshCall } from "../refresh-tokens.ts";

const answer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

/** The world of the tests of refreshes. */
export interface Refreshes {
  readonly platform: Platform;
  readonly projectId: string;
  /** The token endpoint. It accepts refresh tokens that begin with `rt`. */
  readonly endpoint: TokenServer;
  /** Sends a request to that endpoint. */
  readonly call: RefreshCall;
  /** The accounts that refreshers of `createRefresher` reported in their transactions. */
  readonly expired: readonly string[];
  /** Works in the project. */
  readonly run: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>;
  /** Creates a refresher, like the one that each process has. */
  readonly createRefresher: () => ReturnType<typeof createTokenRefresher>;
  /** Creates an account with the access token `at-0` and returns its id. `seconds` is the lifetime of that token. */
  readonly connect: (refreshToken: string, seconds?: number) => Promise<string>;
  readonly readAccountStatus: (id: string) => Promise<string>;
}

/** Opens a database with a project, and starts a token endpoint, before the tests of a `describe`. */
export function useRefreshes(open: TestDatabase["open"]): Refreshes {
  let platform: Platform;
  let projectId: string;
  let endpoint: TokenServer;
  const expired: string[] = [];
  beforeAll(async () => {
    endpoint = await startTokenServer();
    const database = await open();
    platform = createTestPlatform(database, { catalog: testToolkits });
    projectId = (await createTestProject(database, platform.secrets)).projectId;
  });
  afterAll(() => endpoint.server.close());

  const run = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    runInProject(platform, projectId, work);
  const call: RefreshCall = async (lease, signal) => {
    const body = new URLSearchParams({ refresh_token: String(lease.val.refresh_token) });
    const response = await fetch(endpoint.address, { method: "POST", body, signal });
    if (!response.ok) {
      throw new RefreshRefusedError("refused");
    }
    return answer.parse(await response.json());
  };
  return {
    get platform() {
      return platform;
    },
    get projectId() {
      return projectId;
    },
    get endpoint() {
      return endpoint;
    },
    call,
    expired,
    run,
    createRefresher: () =>
      createTokenRefresher(platform, call, async (_, accountId) => {
        expired.push(accountId);
      }),
    connect: async (refresh_token, expires_in = 0) => {
      const account = await run(createLink);
      const { linkId } = await locateLink(platform, account.link_token);
      const start = await run((scope) => beginAuthorization(scope, linkId));
      const ticket = await receiveCallback(platform, {
        state: new URL(start.url).searchParams.get("state") ?? "",
        browserToken: start.browserToken,
        iss: "https://github.example.com",
        address: buildCallbackAddress(platform.baseUrl, { toolkitSlug: "github" }),
      });
      const tokens = { access_token: "at-0", refresh_token, expires_in };
      await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens }));
      return account.connected_account_id;
    },
    readAccountStatus: async (id) => (await run((scope) => getConnectedAccount(scope, id))).status,
  };
}

async function createLink(scope: Scope): ReturnType<typeof createConnectionLink> {
  const credentials = { client_id: "id", client_secret: "secret" };
  const auth_config = { type: "use_custom_auth", authScheme: "OAUTH2", credentials } as const;
  const made = await createAuthConfig(scope, { toolkit: { slug: "github" }, auth_config });
  return createConnectionLink(scope, { auth_config_id: made.auth_config.id, user_id: "u" });
}
