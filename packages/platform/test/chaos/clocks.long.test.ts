import { Client } from "pg";
import { expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { startProcess } from "../running/support/platform-process.ts";
import { createDeployment, createReplicaClient, createTenant } from "./support/deployment.ts";
import { shiftClock } from "./support/shift-clock.ts";

const server = findNeed("postgresql");
const library = findNeed("faketime");
const daysMs = 24 * 60 * 60 * 1000;

test.skipIf(server === undefined || library === undefined)(
  "replicas whose clocks are 40 days ahead or behind agree with the others about which times have passed",
  async () => {
    const database = await createDatabase(server ?? "");
    const { environment, ownerKey } = await createDeployment(database);
    const replicas = await Promise.all([
      startProcess(environment),
      startProcess({ ...environment, ...shiftClock(library ?? "", "+40d") }),
      startProcess({ ...environment, ...shiftClock(library ?? "", "-40d") }),
    ]);
    const [right = "", ahead = "", behind = ""] = replicas.map(({ url }) => url);
    // Their clocks are wrong indeed.
    const fetchDate = async (url: string): Promise<number> =>
      Date.parse((await fetch(`${url}/health`)).headers.get("date") ?? "");
    expect((await fetchDate(ahead)) - Date.now()).toBeGreaterThan(39 * daysMs);
    expect(Date.now() - (await fetchDate(behind))).toBeGreaterThan(39 * daysMs);

    const { apiKey, platform } = await createTenant(behind, ownerKey, "clocks");
    const { auth_config: config } = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "github" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "OAUTH2",
          credentials: { client_id: "id", client_secret: "secret" },
        },
      },
    });
    // A link is open for ten minutes on every replica, whichever replica created it.
    for (const maker of [right, ahead, behind]) {
      const link = await createReplicaClient(maker, apiKey).connectedAccounts.createLink({
        body: { auth_config_id: config.id, user_id: "user-1" },
      });
      const left = Date.parse(link.expires_at) - Date.now();
      expect(left).toBeGreaterThan(8 * 60_000);
      expect(left).toBeLessThan(11 * 60_000);
      for (const shower of [right, ahead, behind]) {
        const { pathname } = new URL(link.redirect_url);
        const page = await fetch(shower + pathname, { headers: { accept: "text/html" } });
        expect([maker, shower, page.status]).toEqual([maker, shower, 200]);
        await page.text();
      }
    }
    const waiting = await createReplicaClient(
      ahead,
      apiKey,
    ).connectedAccounts.listConnectedAccounts({});
    expect(waiting.items.map(({ status }) => status)).toEqual(Array(3).fill("INITIATED"));

    // A response is kept for 24 hours. A repeated request gets the same response on any replica.
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const body = JSON.stringify({
      toolkit: { slug: "stripe" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", name: "once" },
    });
    const answers: unknown[] = [];
    for (const url of [behind, ahead, right]) {
      const repeated = { method: "POST", headers: { ...headers, "idempotency-key": "once" }, body };
      answers.push(await (await fetch(`${url}/api/v3/auth_configs`, repeated)).json());
    }
    expect(answers).toEqual(Array(3).fill(answers[0]));

    // A deleted project is destroyed after 30 days by the database's clock, whichever worker takes the job first.
    const deleted = await createTenant(ahead, ownerKey, "deleted");
    await createReplicaClient(behind, ownerKey).projects.deleteProject({ nano_id: deleted.id });
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query("select set_config('app.project', $1, false)", [deleted.id]);
    const { rows } = await client.query(
      `select next_at between now() + interval '29 days' and now() + interval '31 days' as later
      from jobs where project_id = $1`,
      [deleted.id],
    );
    expect(rows).toEqual([{ later: true }]);
    await client.end();
    for (const replica of replicas) {
      replica.send("SIGTERM");
    }
    expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  },
  // Far more than it takes on a busy machine.
  300_000,
);
