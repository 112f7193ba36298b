import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OperationPlace } from "../../../../../../scripts/support/operations.ts";
import { writePlainHead } from "../../../../src/applications/toolkits/testing/write-plain-head.ts";
import { hashSha256 } from "../../../../src/base/secrets/hash.ts";
import { createDatabase } from "../../../../src/testing/created-databases.ts";
import { refuseChanges } from "../../alter-tables.ts";
import { goodKey } from "../../application.ts";
import { startDatabaseProxy } from "../../database-proxy.ts";
import { type ExampleChange, hosted, preferJson, sendExample } from "../../send-example.ts";
import { readPostgresEnvironment, type Storage, startWorld, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

const json = { accept: preferJson };

/** Responses while a part of the deployment fails, so that no change to the request would help. */
export function testOutages(world: () => World, storage: Storage): void {
  const findDifferentOutages = async (at: World, expected: string, change: ExampleChange) => {
    const found: string[] = [];
    for (const place of at.coverage.places) {
      const isCallback = /^complete(?:Toolkit|Imported)?Authorization$/.test(
        place.operation.operationId,
      );
      // Without a `state` in the query, the callback would not look anything up.
      const url = isCallback ? { url: `${fillCallback(place.path)}?code=a&state=a` } : {};
      const answer = await sendExample(at, place, { ...change, ...url });
      if (answer !== expected) {
        found.push(`${place.operation.operationId} ${answer}`);
      }
    }
    return found;
  };

  // The embedded database cannot disconnect.
  const testAway = storage === "PGlite" ? () => {} : test;
  testAway(
    "a database that is away is 503 at every operation, until it is there again",
    async () => {
      const proxy = await startDatabaseProxy(await createDatabase());
      const environment = await readPostgresEnvironment(proxy.url);
      const { coverage } = world();
      const cut = await startWorld({ storage: "PostgreSQL", environment, coverage });
      try {
        proxy.cut();
        expect(
          await findDifferentOutages(cut, "503 Server_Unavailable", { headers: json }),
        ).toEqual([]);
        const html = await findDifferentOutages(cut, "503 page", {
          headers: { accept: "text/html" },
        });
        const withoutPage = html.filter((line) => hosted.includes(line.split(" ")[0] ?? ""));
        expect(withoutPage).toEqual([]);
        expect((await fetch(`${cut.url}/ready`)).status).toBe(503);
        proxy.mend();
        await cut.platform.auth.getSessionInfo();
        expect((await fetch(`${cut.url}/ready`)).status).toBe(200);
      } finally {
        proxy.mend();
        await cut.close();
        await proxy.close();
      }
    },
  );

  test("a transaction that the database undid twice is 503, and its Idempotency-Key may be used again", async () => {
    const { coverage } = world();
    const undone = await startWorld({ storage, coverage });
    const { url, keys } = undone;
    const create = (): Promise<Response> =>
      fetch(`${url}/api/v3/auth_configs`, {
        method: "POST",
        headers: {
          "x-api-key": keys.project,
          "content-type": "application/json",
          "idempotency-key": "undone twice",
        },
        body: JSON.stringify({
          toolkit: { slug: "acme" },
          auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
        }),
      });
    const accept = await refuseChanges(undone, "insert on auth_configs", "40P01");
    try {
      const refused = await create();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await refused.json()).toMatchObject({ error: { slug: "Server_Unavailable" } });
      await accept();
      expect((await create()).status).toBe(201);
    } finally {
      await undone.close();
    }
  });

  test("an execution whose log cannot be written is not sent, and gives its Idempotency-Key back", async () => {
    const { coverage } = world();
    const refusing = await startWorld({ storage, coverage });
    const { application, url, keys } = refusing;
    const execute = async (): Promise<readonly [status: number, calls: number]> => {
      const { status } = await fetch(`${url}/api/v3/tools/execute/ACME_GET_THING`, {
        method: "POST",
        headers: {
          "x-api-key": keys.project,
          "content-type": "application/json",
          "idempotency-key": "not logged",
        },
        body: JSON.stringify({ arguments: {}, connected_account_id: account }),
      });
      return [status, application.seen.length];
    };
    const config = await createConfig(refusing, "API_KEY");
    const account = await connect(refusing, config, "API_KEY", { generic_api_key: goodKey });
    const accept = await refuseChanges(refusing, "insert on tool_execution_logs");
    try {
      expect(await execute()).toEqual([500, 0]);
      await accept();
      expect(await execute()).toEqual([200, 1]);
    } finally {
      await refusing.close();
    }
  });

  test("an unexpected error is 500 at every operation and hides its cause", async () => {
    const { storage, coverage } = world();
    const broken = await startWorld({ storage, coverage });
    try {
      for (const table of [
        "api_keys",
        "console_sessions",
        "link_tokens",
        "oauth_states",
        "tool_router_sessions",
        "mcp_servers",
        "webhook_addresses",
      ]) {
        await broken.asOwner(sql.raw(`alter table ${table} rename to taken_away`));
        await broken.asOwner(sql.raw(`alter table taken_away rename to away_${table}`));
      }
      expect(
        await findDifferentOutages(broken, "500 Server_Unexpected", { headers: json }),
      ).toEqual([]);
      const html = await findDifferentOutages(broken, "500 page", {
        headers: { accept: "text/html" },
      });
      expect(html.filter((line) => hosted.includes(line.split(" ")[0] ?? ""))).toEqual([]);
      const response = await fetch(`${broken.url}/api/v3/toolkits`, {
        headers: { "x-api-key": broken.keys.project },
      });
      expect(await response.text()).not.toMatch(/api_keys|relation|select|42P01/);
      // 42P01 means an undefined table (PostgreSQL, Appendix A): the log has the cause.
      expect(broken.log.some((line) => line.includes(`"code":"42P01"`))).toBe(true);
    } finally {
      await broken.close();
    }
  });

  test("a POST whose first call is in flight is 409, and one that was cut off is run again or 409", async () => {
    const { platform, owner, serving } = world();
    const info = await platform.auth.getSessionInfo();
    const project = await owner.projects.createProject({
      body: { name: "in-flight", should_create_api_key: false },
    });
    const { session_id } = await platform.toolRouter.createSession({ body: { user_id: "u" } });
    const server = await platform.mcp.createCustomMcpServer({
      body: { name: "cut off", toolkits: ["hackernews"] },
    });
    const { database } = serving.platform;
    const toolkitBody = JSON.stringify({ slug: "cut-off", document: writePlainHead("cut-off") });
    const change = async (organization: boolean, key: string, set: string): Promise<void> => {
      const statement = sql.raw(
        `update idempotency_keys set state = 'in_flight', answer = null, ${set} where id = '${hashSha256(key)}'`,
      );
      if (organization) {
        await database.transactInOrganization(info.organization.id, (trx) =>
          statement.execute(trx),
        );
      } else {
        await database.transactInProject(info.project?.id ?? "", (trx) => statement.execute(trx));
      }
    };
    const takesKey = ({ method, operation }: OperationPlace): boolean =>
      method === "post" &&
      ![
        ...["submitLink", "receiveWebhook", "importConnectedAccounts"],
        ...["createConsoleSession", "openConsoleLink"],
      ].includes(operation.operationId ?? "");
    for (const place of world().coverage.places.filter(takesKey)) {
      const name = place.operation.operationId;
      const url = {
        callMcpServer: `/mcp/${server.id}?user_id=u`,
        callSessionMcp: `/tool_router/${session_id}/mcp`,
        createProjectKey: `/api/v3/org/owner/project/${project.id}/api_keys`,
        regenerateApiKey: `/api/v3/org/owner/project/${project.id}/regenerate_api_key`,
      }[name];
      const key = `cut off ${name}`;
      const repeatCall = (): Promise<string> =>
        sendExample(world(), place, {
          headers: { accept: preferJson, "idempotency-key": key },
          ...(url !== undefined && { url }),
          ...(name === "importToolkit" && { body: toolkitBody }),
        });
      const first = await repeatCall();
      expect([name, first]).toEqual([name, expect.not.stringMatching(/^(?:409|5)/)]);
      const isOwners = place.path.includes("/org/owner/");
      await change(isOwners, key, "leased_until = now() + interval '1 minute'");
      expect([name, await repeatCall()]).toEqual([name, "409 Idempotency_InFlight"]);
      await change(isOwners, key, "leased_until = now() - interval '1 second'");
      // The requests without a response had no effect. Clean up, because a project has one subscription, and one
      // toolkit for each slug.
      for (const table of ["webhook_subscriptions", "project_toolkits"] as const) {
        await database.transactInProject(info.project?.id ?? "", (trx) =>
          trx.deleteFrom(table).execute(),
        );
      }
      const hasOutsideEffect = [
        "executeTool",
        "executeSessionTool",
        "executeMetaTool",
        "callMcpServer",
        "callSessionMcp",
        "proxyRequest",
        "refreshConnectedAccount",
        "upsertTrigger",
      ];
      expect([name, await repeatCall()]).toEqual([
        name,
        hasOutsideEffect.includes(name) ? "409 Idempotency_OutcomeUnknown" : first,
      ]);
    }
  });
}

/** A redirect address of a project and a toolkit, which do not have to exist. */
function fillCallback(path: string): string {
  return path.replace("{project_id}", "proj_h3Vn8RwYc5Je").replace("{toolkit_slug}", "acme");
}
