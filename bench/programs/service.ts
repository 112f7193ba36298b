// Runs as a child process: the platform on the database that the first argument names (`embedded`, or an address). It
// has a project with 1,000 accounts, and two accounts of the application at the address of the second argument. With
// `large` as the third argument, it also has a project with a million accounts. It reports its address and keys to its
// parent, and its figures when its parent asks for them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createMcpServer } from "../../packages/platform/src/domain/agents/mcp/mcp-servers.ts";
import { createFirstOrganization } from "../../packages/platform/src/domain/projects/create-organization.ts";
import { createProject } from "../../packages/platform/src/domain/projects/create-project.ts";
import { runInOrganization, runInProject } from "../../packages/platform/src/domain/scope.ts";
import { readConfig } from "../../packages/platform/src/process/config/read-config.ts";
import { serve } from "../../packages/platform/src/process/serve.ts";
import {
  addAccounts,
  insertSampleAccount,
  insertSampleAuthConfig,
} from "../../packages/platform/src/testing/fill-accounts.ts";
import { manyAccounts, type ServiceFacts } from "../service/requests.ts";
import type { ServiceTimes } from "../service/running.ts";
import { benchToolkits } from "./toolkits.ts";

const [url = "embedded", application = "", size = "small"] = process.argv.slice(2);
const times = { milliseconds: 0, statements: 0, roundTrips: 0 };
let cpuBefore = process.cpuUsage();

/** The connections that wait for answers, each with the number of answers. */
const waiting = new Map<object, number>();
let waitingSince = 0;

/** Notes that a connection waits for one more answer. */
function noteSent(connection: object): void {
  // Start the clock before the call, because the embedded database answers synchronously.
  if (waiting.size === 0) {
    waitingSince = performance.now();
  }
  const before = waiting.get(connection) ?? 0;
  // A message that is sent while an answer is pending does not count as a further round trip.
  if (before === 0) {
    times.roundTrips += 1;
  }
  waiting.set(connection, before + 1);
}

/** Notes that a connection got an answer. */
function noteAnswered(connection: object): void {
  const left = (waiting.get(connection) ?? 1) - 1;
  if (left > 0) {
    waiting.set(connection, left);
    return;
  }
  if (waiting.delete(connection) && waiting.size === 0) {
    times.milliseconds += performance.now() - waitingSince;
  }
}

/** The methods of a connection of PostgreSQL's driver. Each simple query and each `Sync` has one answer. */
interface Sending {
  query(text: string): void;
  execute(...args: unknown[]): void;
  sync(): void;
  on(event: "readyForQuery", listener: () => void): void;
}
// The package declares other types for them.
const connections = pg.Connection.prototype as unknown as Sending;
const { query, execute, sync } = connections;
const watched = new WeakSet<Sending>();
const send = (connection: Sending): void => {
  noteSent(connection);
  if (!watched.has(connection)) {
    watched.add(connection);
    connection.on("readyForQuery", () => noteAnswered(connection));
  }
};
connections.query = function (text) {
  times.statements += 1;
  send(this);
  query.call(this, text);
};
connections.execute = function (...args) {
  times.statements += 1;
  execute.apply(this, args);
};
connections.sync = function () {
  send(this);
  sync.call(this);
};

// PGlite sends the messages of a statement one by one.
const { execProtocolRaw } = PGlite.prototype;
PGlite.prototype.execProtocolRaw = async function (...args) {
  noteSent(this);
  try {
    return await execProtocolRaw.apply(this, args);
  } finally {
    noteAnswered(this);
  }
};

const data = mkdtempSync(join(tmpdir(), "platform-bench-"));
const toolkits = join(data, "toolkits");
mkdirSync(toolkits);
for (const [slug, document] of Object.entries(benchToolkits(application))) {
  writeFileSync(join(toolkits, `${slug}.yaml`), document);
}
const serving = await serve({
  config: readConfig({
    // The directory of the data has no other files.
    PLATFORM_DATA: join(data, "data"),
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
const config = await insertSampleAuthConfig(platform, projectId, "notion", "BEARER_TOKEN");
await addAccounts(platform, projectId, [config], 1000);
const facts: ServiceFacts = {
  url: serving.url,
  key: projectKey,
  accountId: await insertSampleAccount(platform, projectId, "bench", "API_KEY"),
  oauthAccountId: await insertSampleAccount(platform, projectId, "harbour", "OAUTH2"),
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
    if (waiting.size > 0) {
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
  const add = () => insertSampleAuthConfig(platform, project.id, "notion", "BEARER_TOKEN");
  const configs = [await add(), await add()] as const;
  await addAccounts(platform, project.id, configs, manyAccounts);
  return { key: project.api_key ?? "", authConfigId: configs[0] };
}
