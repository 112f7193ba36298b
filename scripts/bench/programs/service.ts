// Run as a process of its own: the platform on the database that its first argument names (`embedded`, or an address), with
// a project of 1,000 accounts and one of the application at the address of the second argument. It reports its port and key
// to its parent, and how long it has waited for its database whenever it is asked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { readConfig } from "../../../packages/platform/src/config/read-config.ts";
import { createAuthConfig } from "../../../packages/platform/src/domain/auth-configs/create-auth-config.ts";
import { createConnectedAccount } from "../../../packages/platform/src/domain/connecting/create-connected-account.ts";
import { createFirstOrganization } from "../../../packages/platform/src/domain/projects/create-organization.ts";
import { inProject } from "../../../packages/platform/src/domain/scope.ts";
import { serve } from "../../../packages/platform/src/process/serve.ts";
import type { ServiceFacts, ServiceTimes } from "../service.ts";

const accountCount = 1000;
const [url = "embedded", application = ""] = process.argv.slice(2);
const times = { milliseconds: 0, statements: 0, transactions: 0 };

let waiting = 0;
let waitingSince = 0;

/** Adds the time in which at least one call is not settled: statements of one connection wait for each other. */
function measured<Call extends (...args: never[]) => unknown>(call: Call): Call {
  const wrapped = function (this: unknown, ...args: never[]): unknown {
    // Before the call: the embedded database answers within it.
    if (waiting === 0) {
      waitingSince = performance.now();
    }
    waiting += 1;
    times.statements += 1;
    if (isEnd(args[0])) {
      times.transactions += 1;
    }
    const result = call.apply(this, args);
    const end = (): void => {
      waiting -= 1;
      if (waiting === 0) {
        times.milliseconds += performance.now() - waitingSince;
      }
    };
    // The pool calls back; its statements are not ours.
    if (result instanceof Promise) {
      result.then(end, end);
    } else {
      end();
    }
    return result;
  };
  // It is called as the one that it wraps.
  return wrapped as Call;
}

/** Whether a statement ends a transaction. Both drivers take it as text or as an object; PGlite's messages are neither. */
function isEnd(statement: unknown): boolean {
  return typeof statement === "string" && /^(?:commit|rollback)/i.test(statement);
}

// Both drivers send everything through these: queries, and what begins and ends a transaction. PGlite sends the messages
// of a statement one by one.
pg.Client.prototype.query = measured(pg.Client.prototype.query);
PGlite.prototype.execProtocolRaw = measured(PGlite.prototype.execProtocolRaw);

const data = mkdtempSync(join(tmpdir(), "platform-bench-"));
const toolkits = join(data, "toolkits");
mkdirSync(toolkits);
writeFileSync(join(toolkits, "bench.yaml"), toolkit(application));
const serving = await serve({
  config: readConfig({
    PLATFORM_DATA: data,
    PORT: "0",
    PLATFORM_ROLE: "api",
    PLATFORM_METRICS_PORT: "off",
    PLATFORM_RATE_LIMIT: "1000000",
    // Transactions of a load that has ended may still run when the next one begins.
    PLATFORM_CONCURRENT_EXECUTIONS: "200",
    PLATFORM_TOOLKITS: toolkits,
    PLATFORM_LOG_LEVEL: "error",
    ...(url !== "embedded" && {
      DATABASE_URL: url,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
      HOST: "127.0.0.1",
      PLATFORM_BASE_URL: "http://localhost:0",
      PLATFORM_MASTER_KEYS: `1:${Buffer.alloc(32, 1).toString("base64")}`,
    }),
  }),
});
const keys = serving.firstStart ?? (await createFirstOrganization(serving.platform));
if (keys === undefined) {
  throw new Error("The database is not a new one.");
}
await fill(keys.projectId);
const accountId = await connect(keys.projectId);

process.on("message", (asked) => {
  if (asked === "times") {
    // What is still under way counts until now, and from now on anew.
    if (waiting > 0) {
      times.milliseconds += performance.now() - waitingSince;
    }
    waitingSince = performance.now();
    const told: ServiceTimes = { ...times };
    process.send?.(told);
    Object.assign(times, { milliseconds: 0, statements: 0, transactions: 0 });
    return;
  }
  serving.stop().then(() => {
    rmSync(data, { recursive: true, force: true });
    process.disconnect();
  });
});
const facts: ServiceFacts = { url: serving.url, key: keys.projectKey, accountId };
process.send?.(facts);

async function fill(projectId: string): Promise<void> {
  const { platform } = serving;
  const config = await inProject(platform, projectId, (scope) =>
    createAuthConfig(scope, {
      toolkit: { slug: "notion" },
      auth_config: { type: "use_custom_auth", authScheme: "BEARER_TOKEN", credentials: {} },
    }),
  );
  for (let first = 0; first < accountCount; first += 100) {
    await inProject(platform, projectId, async (scope) => {
      for (let index = first; index < first + 100; index += 1) {
        await createConnectedAccount(scope, {
          auth_config: { id: config.auth_config.id },
          connection: {
            user_id: `user-${index}`,
            state: {
              authScheme: "BEARER_TOKEN",
              val: { status: "ACTIVE", token: `token-${index}` },
            },
          },
        });
      }
    });
  }
}

/** An account with a key of the application. */
async function connect(projectId: string): Promise<string> {
  return await inProject(serving.platform, projectId, async (scope) => {
    const config = await createAuthConfig(scope, {
      toolkit: { slug: "bench" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    const account = await createConnectedAccount(scope, {
      auth_config: { id: config.auth_config.id },
      connection: {
        state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "bench-key" } },
      },
    });
    return account.id;
  });
}

function toolkit(server: string): string {
  return `
openapi: 3.1.0
info: { title: Bench, description: Answers at once., version: '20251120_00' }
servers: [{ url: '${server}' }]
x-platform-toolkit:
  slug: bench
  legacy_id: 11111111-2222-4333-8444-555555555557
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /thing:
    get: { operationId: getThing, summary: Get thing, description: Answers the thing., responses: { '200': { description: Done. } } }
`;
}
