// Runs as a child process: the platform on the database that the first argument names (`embedded`, or an address). It
// has a project with 1,000 accounts, and two accounts of the application at the address of the second argument. With
// `large` as the third argument, it also has a project with a million accounts. It reports its address and keys to its
// parent, and its figures when its parent asks for them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { readConfig } from "../../../packages/platform/src/config/read-config.ts";
import { createMcpServer } from "../../../packages/platform/src/domain/mcp/mcp-servers.ts";
import { createFirstOrganization } from "../../../packages/platform/src/domain/projects/create-organization.ts";
import { createProject } from "../../../packages/platform/src/domain/projects/create-project.ts";
import { runInOrganization, runInProject } from "../../../packages/platform/src/domain/scope.ts";
import { serve } from "../../../packages/platform/src/process/serve.ts";
import {
  addAccount,
  addAccounts,
  addAuthConfig,
} from "../../../packages/platform/src/testing/fill-accounts.ts";
import { manyAccounts, type ServiceFacts } from "../service/requests.ts";
import type { ServiceTimes } from "../service/running.ts";
import { benchToolkits } from "./toolkits.ts";

const [url = "embedded", application = "", size = "small"] = process.argv.slice(2);
const times = { milliseconds: 0, statements: 0, roundTrips: 0 };
let cpuBefore = process.cpuUsage();

let waiting = 0;
let waitingSince = 0;
/**
 * The number of pending calls of each connection. A call that is sent while another one is pending does not count as a
 * further round trip.
 */
const open = new WeakMap<object, number>();

/** Wraps a function of a driver. Counts its calls, and measures the time in which at least one call is pending. */
function measureCall<Call extends (...args: never[]) => unknown>(call: Call): Call {
  const callMeasured = function (this: object, ...args: never[]): unknown {
    // Start the clock before the call, because the embedded database answers synchronously.
    if (waiting === 0) {
      waitingSince = performance.now();
    }
    waiting += 1;
    times.statements += 1;
    const before = open.get(this) ?? 0;
    if (before === 0) {
      times.roundTrips += 1;
    }
    open.set(this, before + 1);
    const result = call.apply(this, args);
    const end = (): void => {
      waiting -= 1;
      open.set(this, (open.get(this) ?? 1) - 1);
      if (waiting === 0) {
        times.milliseconds += performance.now() - waitingSince;
      }
    };
    // Calls with a callback are statements of the pool itself, and do not return a promise.
    if (result instanceof Promise) {
      result.then(end, end);
    } else {
      end();
    }
    return result;
  };
  // It has the same parameters and results as the wrapped function.
  return callMeasured as Call;
}

// Both drivers send everything through these functions, including the begin and end of transactions. PGlite sends the
// messages of a statement one by one.
pg.Client.prototype.query = measureCall(pg.Client.prototype.query);
PGlite.prototype.execProtocolRaw = measureCall(PGlite.prototype.execProtocolRaw);

const data = mkdtempSync(join(tmpdir(), "platform-bench-"));
const toolkits = join(data, "toolkits");
mkdirSync(toolkits);
for (const [slug, document] of Object.entries(benchToolkits(application))) {
  writeFileSync(join(toolkits, `${slug}.yaml`), document);
}
const serving = await serve({
  config: readConfig({
    PLATFORM_DATA: data,
    PORT: "0",
    PLATFORM_ROLE: "api",
    PLATFORM_METRICS_PORT: "off",
    PLATFORM_RATE_LIMIT: "1000000",
    // A higher limit, because transactions of the previous load may still run when the next one begins.
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
const { platform } = serving;
const first = serving.firstStart ?? (await createFirstOrganization(platform));
if (first === undefined) {
  throw new Error("The database is not a new one.");
}
const { projectId, projectKey, organizationId } = first;
const config = await addAuthConfig(platform, projectId, "notion", "BEARER_TOKEN");
await addAccounts(platform, projectId, [config], 1000);
const facts: ServiceFacts = {
  url: serving.url,
  key: projectKey,
  accountId: await addAccount(platform, projectId, "bench", "API_KEY"),
  oauthAccountId: await addAccount(platform, projectId, "harbour", "OAUTH2"),
  mcpServerId: await addMcpServer(),
  ...(size === "large" && { many: await addMany() }),
};
if (url !== "embedded") {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

process.on("message", (asked) => {
  if (asked === "times") {
    // The time of pending queries is split: the part until now belongs to this report, the rest to the next one.
    if (waiting > 0) {
      times.milliseconds += performance.now() - waitingSince;
    }
    waitingSince = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuBefore = process.cpuUsage();
    const report: ServiceTimes = { ...times, cpuMilliseconds: (user + system) / 1000 };
    process.send?.(report);
    Object.assign(times, { milliseconds: 0, statements: 0, roundTrips: 0 });
    return;
  }
  serving.stop().then(() => {
    rmSync(data, { recursive: true, force: true });
    process.disconnect();
  });
});
process.send?.(facts);

/** Adds an MCP server that may use any account of the project. */
async function addMcpServer(): Promise<string> {
  const server = await runInProject(platform, projectId, (scope) =>
    createMcpServer(scope, {
      name: "Bench",
      authConfigIds: [],
      ownToolkits: ["bench"],
      allowedTools: [],
      managedAuthViaPlatform: false,
    }),
  );
  return server.id;
}

/** A project of a million accounts of two auth configs. */
async function addMany(): Promise<{ readonly key: string; readonly authConfigId: string }> {
  const project = await runInOrganization(platform, organizationId, (scope) =>
    createProject(scope, { name: "many", should_create_api_key: true }),
  );
  const add = () => addAuthConfig(platform, project.id, "notion", "BEARER_TOKEN");
  const configs = [await add(), await add()] as const;
  await addAccounts(platform, project.id, configs, manyAccounts);
  return { key: project.api_key ?? "", authConfigId: configs[0] };
}
