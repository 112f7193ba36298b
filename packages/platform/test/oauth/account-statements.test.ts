import { type KyselyPlugin, PostgresQueryCompiler, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createConfig, type Deployment, runInDeployment, startDeployment } from "./deployment.ts";
import { connectOver } from "./http-sign-in.ts";

/** Records the text of each statement that the service sends. Subqueries are not sent separately. */
function createRecorder(): { readonly plugin: KyselyPlugin; readonly statements: string[] } {
  const statements: string[] = [];
  const begun = new WeakMap<object, string>();
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      begun.set(queryId, compiler.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      statements.push(begun.get(queryId) ?? "");
      return result;
    },
  };
  return { plugin, statements };
}

/** The cost of work with accounts: each statement is a round trip, and an envelope that is not kept takes processor time. */
describe("a connected account", () => {
  const { plugin, statements } = createRecorder();
  const opened: string[] = [];
  let deployment: Deployment;
  let id: string;

  beforeAll(async () => {
    // The statements of jobs would be counted too, so there is no worker.
    const environment = { PLATFORM_ROLE: "api" };
    deployment = await startDeployment(environment, undefined, { plugins: [plugin] });
    const { secrets } = deployment.serving.platform;
    const openBox = secrets.openBox.bind(secrets);
    vi.spyOn(secrets, "openBox").mockImplementation(async (trx, ownerId) => {
      const box = await openBox(trx, ownerId);
      if (!vi.isMockFunction(box.read)) {
        const read = box.read.bind(box);
        vi.spyOn(box, "read").mockImplementation((place, envelope) => {
          opened.push(place.table);
          return read(place, envelope);
        });
      }
      return box;
    });
    const auth_config_id = await createConfig(deployment.platform, "OAUTH2");
    const body = { auth_config_id, user_id: "ada" };
    const made = await deployment.platform.connectedAccounts.createLink({ body });
    id = made.connected_account_id;
    expect((await connectOver(made.redirect_url)).status).toBe(200);
  });
  afterAll(() => deployment.close());

  /** Counts the statements about accounts, and the opened envelopes, of a request. */
  const count = async (request: () => Promise<unknown>) => {
    statements.length = 0;
    opened.length = 0;
    await request();
    const about = statements.filter((text) => text.includes("connected_accounts"));
    return {
      selects: about.filter((text) => text.startsWith("select")).length,
      updates: about.filter((text) => text.startsWith("update")).length,
      locks: about.filter((text) => / for (?:update|share)/.test(text)).length,
      openings: opened.filter((table) => table === "connected_accounts").length,
    };
  };
  const refresh = async (): Promise<unknown> =>
    await deployment.platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
  const execute = async (): Promise<void> => {
    const body = { version: "latest", arguments: {}, connected_account_id: id };
    const request = { tool_slug: "HARBOUR_GET_BERTH", body };
    expect(await deployment.platform.tools.executeTool(request)).toMatchObject({
      successful: true,
    });
  };
  const expire = (): Promise<unknown> =>
    runInDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ tokens_expire_at: sql`now() - interval '1 second'` })
        .where("id", "=", id)
        .execute(),
    );

  test("is selected three times and opened once by a refresh that is asked for", async () => {
    const before = deployment.server.tokenCalls.length;
    const { selects, updates, locks, openings } = await count(refresh);
    expect(deployment.server.tokenCalls.length - before).toBe(1);
    expect({ selects, updates, locks, openings }).toEqual({
      selects: 3,
      updates: 2,
      locks: 1,
      openings: 1,
    });
  });

  test("is selected three times and opened once by a tool call whose token has ended", async () => {
    await expire();
    const before = deployment.server.tokenCalls.length;
    const { selects, updates, locks, openings } = await count(execute);
    expect(deployment.server.tokenCalls.length - before).toBe(1);
    expect({ selects, updates, locks, openings }).toEqual({
      selects: 3,
      updates: 2,
      locks: 1,
      openings: 1,
    });
  });

  test("is read once by a tool call with a good token, which takes no lock and writes no lease, and once by the next one", async () => {
    const costs = { selects: 1, updates: 0, locks: 0 };
    expect(await count(execute)).toEqual({ ...costs, openings: 1 });
    expect(await count(execute)).toEqual({ ...costs, openings: 0 });
  });

  test("is not opened again to be shown, alone or in a list", async () => {
    const { connectedAccounts } = deployment.platform;
    for (const read of [
      () => connectedAccounts.getConnectedAccount({ nanoid: id }),
      () => connectedAccounts.listConnectedAccounts(),
    ]) {
      const costs = await count(async () => await read());
      expect(costs).toEqual({ selects: 1, updates: 0, locks: 0, openings: 0 });
    }
  });
});
