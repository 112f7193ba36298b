import { sql } from "kysely";
import { runInOrganization } from "../../../src/domain/scope.ts";
import type { WebhookMessage } from "../../../src/domain/webhooks/deliveries/open-delivery.ts";
import {
  keptBytes,
  sealResponseBody,
} from "../../../src/domain/webhooks/deliveries/response-bodies.ts";
import { type Deployment, runInDeployment } from "../../oauth/deployment.ts";
import {
  fileTool,
  largeText,
  longNames,
  writeLargeToolkit,
  writeLoudToolkit,
  writeManyTools,
} from "./large-documents.ts";

/** A request, as far as the tests of sizes need it. */
export interface Ask {
  readonly method?: "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below `/api/v3`, unless `isWhole`. */
  readonly path: string;
  readonly isWhole?: boolean;
  readonly body?: unknown;
  /** True for a request with the organization's key. */
  readonly isOwner?: boolean;
  /** The number of items that all pages have together. */
  readonly items?: number;
  /** The expected status. Default: 200. */
  readonly status?: number;
  /** Bytes that the answer has at least, which shows that the rows are large. */
  readonly least?: number;
  /** Bytes that the answer has at most. Default: 4 MB. */
  readonly most?: number;
  /** A text of the answer. */
  readonly text?: string;
}

/** The status and the text of an answer. */
export interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
}

/** The ids of the largest rows. */
export interface LargestRows {
  readonly authConfig: string;
  readonly account: string;
  readonly loudAccount: string;
  readonly server: string;
  /** Signed addresses of servers, as paths. */
  readonly largeUrl: string;
  readonly loudUrl: string;
  readonly session: string;
  readonly subscription: string;
  readonly trigger: string;
  /** Makes a row of its own. */
  readonly make: (ask: Ask) => Promise<Record<string, unknown>>;
}

/** Nearly the largest text in a body of 1 MiB. */
export const huge: string = '\u00e4"'.repeat(250_000);

/** Sends a request to the deployment. */
export async function askDeployment(deployment: Deployment, ask: Ask): Promise<Answered> {
  const { url, key, serving } = deployment;
  const body = ask.body === undefined ? {} : { body: JSON.stringify(ask.body) };
  const answer = await fetch(`${url}${ask.isWhole === true ? "" : "/api/v3"}${ask.path}`, {
    method: ask.method ?? "GET",
    redirect: "manual",
    headers: {
      "x-api-key": ask.isOwner === true ? (serving.firstStart?.organizationKey ?? "") : key,
      "content-type": "application/json",
      // Pages of our own are HTML.
      accept: "application/json, */*;q=0.5",
    },
    ...body,
  });
  const text = await answer.text();
  return { status: answer.status, bytes: Buffer.byteLength(text), text };
}

/** Stores the largest rows that requests can store, and copies of them where a thousand requests would take long. */
export async function fillDeployment(
  deployment: Deployment,
  loudUrl: string,
): Promise<LargestRows> {
  const make = async (ask: Ask): Promise<Record<string, unknown>> => {
    const { status, text } = await askDeployment(deployment, { method: "POST", ...ask });
    if (status >= 300) {
      throw new Error(`${ask.path}: ${text.slice(0, 500)}`);
    }
    return JSON.parse(text);
  };
  const post = (path: string, body: unknown) => make({ path, body });
  await post("/toolkits/import", { slug: "large", document: writeLargeToolkit() });
  await post("/toolkits/import", { slug: "loud", document: writeLoudToolkit(loudUrl) });
  await post("/toolkits/import", { slug: "many", document: writeManyTools() });
  await importWideToolkits(post);
  const accounts = await connect(post);
  const tools = longNames.map((name) => `MANY_${name.toUpperCase()}`);
  let server = "";
  for (let index = 0; index < 70; index += 1) {
    const body = { name: `server-${index}`, toolkits: ["many"], allowed_tools: tools };
    server = String((await post("/mcp/servers/custom", body)).id);
  }
  const openServer = async (toolkit: string): Promise<string> => {
    const { id } = await post("/mcp/servers/custom", { name: toolkit, toolkits: [toolkit] });
    const body = { mcp_server_id: id, user_ids: ["user6"] };
    const { user_ids_url: urls } = await post("/mcp/servers/generate", body);
    const { pathname, search } = new URL((urls as string[])[0] ?? "");
    return `${pathname}${search}`;
  };
  const session = await post("/tool_router/session", { user_id: "user6" });
  for (let index = 0; index < 50; index += 1) {
    // Nothing answers at the address, and the arguments are in the log.
    await askDeployment(deployment, {
      method: "POST",
      path: "/tools/execute/LARGE_TOOL_0",
      body: { connected_account_id: accounts.account, arguments: { member_0: huge } },
    });
  }
  let trigger = "";
  for (let index = 0; index < 4; index += 1) {
    const body = { connected_account_id: accounts.account, trigger_config: { value: huge } };
    const upserted = await post(`/trigger_instances/LARGE_EVENT_${index}/upsert`, body);
    trigger = String(upserted.trigger_id);
  }
  const subscription = await post("/webhook_subscriptions", {
    webhook_url: `https://192.0.2.1/${"x".repeat(2_000)}`,
    enabled_events: ["platform.trigger.message"],
  });
  await fillFiles(deployment, post);
  await fillSessions(deployment);
  await fillProjects(deployment);
  await fillDeliveries(deployment, String(subscription.id));
  return {
    ...accounts,
    server,
    largeUrl: await openServer("large"),
    loudUrl: await openServer("loud"),
    session: String(session.session_id),
    subscription: String(subscription.id),
    trigger,
    make,
  };
}

type Post = (path: string, body: unknown) => Promise<Record<string, unknown>>;

async function importWideToolkits(post: Post): Promise<void> {
  for (let index = 0; index < 70; index += 1) {
    const document = {
      openapi: "3.1.0",
      info: { title: `Wide ${index}`, version: "1" },
      servers: [{ url: "https://192.0.2.1" }],
      paths: {},
      "x-platform-toolkit": { app_url: `https://192.0.2.1/${largeText}` },
    };
    await post("/toolkits/import", { slug: `wide${index}`, document });
  }
}

async function connect(
  post: Post,
): Promise<Pick<LargestRows, "authConfig" | "account" | "loudAccount">> {
  const createConfig = async (slug: string, credentials: object): Promise<string> => {
    const auth_config = { type: "use_custom_auth", authScheme: "API_KEY", credentials };
    const { auth_config: made } = await post("/auth_configs", { toolkit: { slug }, auth_config });
    return String((made as { id: string }).id);
  };
  const createAccount = async (id: string, user_id: string, more: object): Promise<string> => {
    const val = { status: "ACTIVE", generic_api_key: "key", ...more };
    const connection = { user_id, state: { authScheme: "API_KEY", val } };
    return String((await post("/connected_accounts", { auth_config: { id }, connection })).id);
  };
  let authConfig = "";
  let account = "";
  for (let index = 0; index < 7; index += 1) {
    authConfig = await createConfig("large", { note: huge });
    account = await createAccount(authConfig, `user${index}`, { note: huge });
  }
  const loudAccount = await createAccount(await createConfig("loud", {}), "user6", {});
  return { authConfig, account, loudAccount };
}

async function fillFiles(deployment: Deployment, post: Post): Promise<void> {
  const request = (index: number) =>
    post("/files/upload/request", {
      toolkit_slug: "loud",
      tool_slug: fileTool,
      filename: "ä".repeat(255),
      mimetype: `text/${"x".repeat(250)}`,
      md5: String(index).padStart(32, "0"),
    });
  for (let first = 0; first < 1_000; first += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => request(first + index)));
  }
  await runInDeployment(deployment, ({ trx }) =>
    trx.updateTable("files").set({ size: 1 }).execute(),
  );
}

/** Sessions that name a thousand toolkits each. */
async function fillSessions(deployment: Deployment): Promise<void> {
  await runInDeployment(deployment, ({ trx, projectId }) =>
    sql`insert into tool_router_sessions (project_id, id, user_id, config)
      select ${projectId}, lpad(n::text, 64, '0'), 'user6', json_build_object('toolkits', json_build_object('disabled',
        (select json_agg('t' || lpad(slug::text, 63, '0')) from generate_series(1, 1000) slug)))
      from generate_series(1, 100) n`.execute(trx),
  );
}

async function fillProjects({ owner, serving }: Deployment): Promise<void> {
  const { id } = await owner.projects.createProject({ body: { name: "x".repeat(75) } });
  const { org_id } = await owner.projects.getProject({ nano_id: id });
  await runInOrganization(serving.platform, org_id, ({ trx }) =>
    sql`insert into projects (id, organization_id, name, config, created_at, updated_at)
      select 'proj_' || lpad(n::text, 12, '0'), organization_id, name, config, created_at, updated_at
      from projects, generate_series(1, 1000) n where id = ${id}`.execute(trx),
  );
}

async function fillDeliveries(deployment: Deployment, subscriptionId: string): Promise<void> {
  const { platform } = deployment.serving;
  const text = "\u0001".repeat(keptBytes);
  const projectId = await runInDeployment(deployment, async (scope) => scope.projectId);
  for (let index = 0; index < 200; index += 1) {
    const number = String(index).padStart(12, "0");
    const deliveryId = `dlv_${number}`;
    const eventId = `msg_00000000-0000-7000-8000-${number}`;
    const sealed: (string | null)[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const message = { projectId, deliveryId, attempt } as WebhookMessage;
      sealed.push(await sealResponseBody(platform, message, text));
    }
    await runInDeployment(deployment, async ({ trx }) => {
      await sql`insert into webhook_events (project_id, id, subscription_id, event_type, version, body, is_test)
        values (${projectId}, ${eventId}, ${subscriptionId}, 'platform.trigger.message', 'V3', 'x', false)`.execute(
        trx,
      );
      await sql`insert into webhook_deliveries
          (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status)
        select project_id, ${deliveryId}, subscription_id, id, created_at, event_type, ${`https://192.0.2.1/${largeText.slice(0, 2_000)}`}, 'failed'
        from webhook_events where id = ${eventId}`.execute(trx);
      await sql`insert into webhook_attempts
          (project_id, delivery_id, event_at, attempt, attempted_at, latency_ms, error, response_body)
        select project_id, ${deliveryId}, created_at, place, now(), 1, 'failed', sealed
        from webhook_events, unnest(${sealed}::text[]) with ordinality as t(sealed, place)
        where id = ${eventId}`.execute(trx);
    });
  }
}
