import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform } from "../../generated/client/index.js";
import { writePlainHead } from "../../packages/platform/src/applications/toolkits/testing/write-plain-head.ts";
import type { WaitingInstance } from "../../packages/platform/src/domain/events/ingress/ingress-statements.ts";
import { takeDelivery } from "../../packages/platform/src/domain/events/ingress/take-delivery.ts";
import { listWaiting } from "../../packages/platform/src/domain/events/ingress/waiting-instances.ts";
import { createFirstOrganization } from "../../packages/platform/src/domain/projects/create-organization.ts";
import { runInProject } from "../../packages/platform/src/domain/scope.ts";
import { readConfig } from "../../packages/platform/src/process/config/read-config.ts";
import { serve } from "../../packages/platform/src/process/serve.ts";
import { atOnce, type EventQueue, type Hook } from "./event-queue.ts";

/** A project has five deliveries at a time, so this many projects give the parallelism of the other queues. */
const projects = atOnce / 5;

/** A project with a subscriber, an account and an instance of SHIPS_SHIP_ADDED. */
export interface EventProject {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly hook: Hook;
  /** The instance, as the receipt of its webhooks reads it. */
  readonly instances: readonly WaitingInstance[];
}

/** The platform as a queue of events. */
export interface PlatformEvents extends EventQueue {
  readonly url: string;
  readonly projects: readonly EventProject[];
}

/**
 * The platform as one process: API and worker. Its events are signed, encrypted, and stored in rows under row-level
 * security. The host of the receiver is also the application, which answers `/ships` with a list.
 */
export async function openPlatformEvents(url: string, receiver: string): Promise<PlatformEvents> {
  const data = mkdtempSync(join(tmpdir(), "platform-bench-events-"));
  const toolkits = join(data, "toolkits");
  mkdirSync(toolkits);
  writeFileSync(join(toolkits, "ships.yaml"), printToolkit(new URL(receiver).origin));
  const serving = await serve({
    config: readConfig({
      PLATFORM_DATA: data,
      PORT: "0",
      PLATFORM_METRICS_PORT: "off",
      PLATFORM_RATE_LIMIT: "1000000",
      PLATFORM_TOOLKITS: toolkits,
      PLATFORM_LOG_LEVEL: "error",
      DATABASE_URL: url,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
      HOST: "127.0.0.1",
      PLATFORM_BASE_URL: "http://localhost:0",
      PLATFORM_MASTER_KEYS: `1:${Buffer.alloc(32, 1).toString("base64")}`,
    }),
  });
  const first = await createFirstOrganization(serving.platform);
  if (first === undefined) {
    throw new Error("The database is not a new one.");
  }
  const made: EventProject[] = [];
  for (let n = 0; n < projects; n += 1) {
    made.push(await addProject(serving, first.organizationKey, { n, receiver }));
  }
  return {
    name: "the platform",
    url: serving.url,
    projects: made,
    ...(made[0] !== undefined && { hook: made[0].hook }),
    add: async (number) => {
      // As the receipt of a webhook stores it. The version of the toolkits comes with the address of the webhook.
      const { id: projectId = "", instances = [] } = made[number % projects] ?? {};
      const place = { projectId, catalogVersion: 0 };
      const owner = { kind: "instance", id: instances[0]?.id ?? "" } as const;
      const events = instances.map((instance) => ({ instance, data: { title: String(number) } }));
      const ids = [crypto.randomUUID()];
      await runInProject(serving.platform, place, (scope) =>
        takeDelivery(scope, { owner, ids, events, changed: [] }),
      );
    },
    close: async () => {
      await serving.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function addProject(
  { url: baseUrl, platform: service }: Awaited<ReturnType<typeof serve>>,
  ownerKey: string,
  { n, receiver }: { readonly n: number; readonly receiver: string },
): Promise<EventProject> {
  const open = (key: string) =>
    createPlatform({ baseUrl, auth: { ProjectKey: key, OrganizationKey: key }, retries: 0 });
  const body = { name: `bench-${n}`, should_create_api_key: true };
  const { id, api_key: key } = await open(ownerKey).projects.createProject({ body });
  const platform = open(key ?? "");
  const subscription = await platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver, enabled_events: ["platform.trigger.message"] },
  });
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "ships" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const val = { status: "INITIALIZING", generic_api_key: "key" } as const;
  const account = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: auth_config.id },
      connection: { state: { authScheme: "API_KEY", val }, user_id: "ada" },
      validate_credentials: false,
    },
  });
  const made = await platform.triggerInstances.upsertTrigger({
    slug: "SHIPS_SHIP_ADDED",
    body: { connected_account_id: account.id, trigger_config: {} },
  });
  const { url = "", secret = "" } = made?.webhook ?? {};
  const instance = { kind: "instance", id: made?.trigger_id ?? "" } as const;
  const instances = await runInProject(service, id, (scope) =>
    listWaiting(scope, instance, { owner: "", also: [] }),
  );
  return {
    id,
    key: key ?? "",
    accountId: account.id,
    subscriptionId: subscription.id,
    hook: { url: `${baseUrl}${new URL(url).pathname}`, secret },
    instances,
  };
}

/** Its webhooks have the id of their delivery in a header, as GitHub's do. */
const printToolkit = (server: string): string => `${writePlainHead("ships", server)}
  webhooks: { signature: { scheme: hmac, header: X-Signature, signed: '{body}' }, delivery: { header: X-Delivery } }
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /ships:
    get:
      operationId: listShips
      summary: List ships
      description: Lists the ships.
      x-platform-trigger:
        type: poll
        slug: SHIPS_SHIP_LISTED
        name: Ship listed
        config: { type: object, properties: {}, additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        poll: { items: /ships, identity: [/title], time: { pointer: /at }, data: { title: /title } }
      responses: { '200': { description: Done. } }
webhooks:
  shipAdded:
    post:
      description: Fires when a ship is added.
      x-platform-trigger:
        type: webhook
        slug: SHIPS_SHIP_ADDED
        name: Ship added
        config: { type: object, properties: {}, additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        webhook: { when: [{ pointer: /type, equals: thing.added }], data: { title: /title } }
      responses: { '200': { description: Done. } }
`;
