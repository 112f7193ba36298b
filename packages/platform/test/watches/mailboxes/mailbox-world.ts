import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { runInProject } from "../../../src/domain/scope.ts";
import { type Receiver, startReceiver } from "../../e2e/receiver.ts";
import { type Storage, startWorld, type World } from "../../e2e/world.ts";
import { hurryPolls } from "../support/hurry-polls.ts";
import {
  makeAuthConfig,
  openWatchedAccount,
  writeWatchedToolkit,
} from "../support/watched-project.ts";
import { writeChatToolkit } from "./chat-toolkit.ts";
import { startWatchedMailboxes, type WatchedMailboxes } from "./watched-mailboxes.ts";

const slug = "GMAIL_MESSAGE_RECEIVED";

/** Seconds: a watched instance with this interval is polled every hour. */
const interval = 900;

/** Milliseconds between two polls of an instance without a watch, and with one. */
export const pollMs: { readonly alone: number; readonly watched: number } = {
  alone: interval * 1000,
  watched: 3_600_000,
};

/** The topic of an OAuth client's project at Google, and the service account of its push subscription. */
export interface GoogleApp {
  readonly topic: string;
  readonly serviceAccount: string;
}

/** The setup of the customers. */
export const customersApp: GoogleApp = {
  topic: "projects/customer/topics/gmail",
  serviceAccount: "push@customer.iam.gserviceaccount.com",
};
/** The setup of the operator. */
export const operatorsApp: GoogleApp & { readonly audience: string; readonly token: string } = {
  topic: "projects/operator/topics/gmail",
  serviceAccount: "push@operator.iam.gserviceaccount.com",
  audience: "the-operators-audience",
  token: "Vq7rT2mXk9LwZb4NyHc8Jd",
};

/** An instance of the trigger type, and the address that its owner enters at Google. */
export interface Instance {
  readonly id: string;
  readonly url: string | undefined;
}

/** The state of an instance. */
export interface FoundInstance {
  readonly polledAt: string;
  /** Milliseconds between the last poll and the next one. */
  readonly interval: number;
  /** The hook, as the API answers it. */
  readonly data: unknown;
  readonly disabledAt: string | null | undefined;
}

/** The service with two projects whose customers have an OAuth client, an operator who has one, and Google. */
export interface MailboxWorld {
  readonly world: World;
  readonly google: WatchedMailboxes;
  /** Receives the events of the first project. */
  readonly receiver: Receiver;
  /** Makes an account of the mailbox of this name, such as `ada`. */
  connect(name: string, authConfigId: string, client?: World["platform"]): Promise<string>;
  upsert(account: string, config?: object, client?: World["platform"]): Promise<Instance>;
  find(id: string, client?: World["platform"]): Promise<FoundInstance>;
  /** Waits until the instance has its watch, was polled afterwards, and no poll of it is due any more. */
  waitForWatch(id: string, client?: World["platform"]): Promise<void>;
  /** Enters an address of the service in a push subscription. */
  subscribe(url: string, app: GoogleApp): void;
  /** Lets the waiting jobs of a kind run now. */
  runJobs(kind: string): Promise<void>;
  /** Makes the registration of an instance of the first project due. */
  renewNow(id: string): Promise<void>;
  /** Reads rows as the owner of the tables. */
  read<Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Starts it on a database. */
export async function startMailboxWorld(storage: Storage): Promise<MailboxWorld> {
  const google = await startWatchedMailboxes();
  const receiver = await startReceiver();
  const managed = {
    client_id: "operator",
    client_secret: "s",
    webhook_token: operatorsApp.token,
    pubsub_topic: operatorsApp.topic,
    pubsub_service_account: operatorsApp.serviceAccount,
    pubsub_audience: operatorsApp.audience,
  };
  const world = await startWorld({
    storage,
    environment: { PLATFORM_MANAGED_AUTH: JSON.stringify({ gmail: { OAUTH2: managed } }) },
    writeToolkits: () => {
      const folder = writeWatchedToolkit("gmail", google.url);
      writeFileSync(join(folder, "chat.yaml"), writeChatToolkit(google.url));
      return folder;
    },
  });
  await world.platform.webhookSubscriptions.createWebhookSubscription({
    body: { webhook_url: receiver.url, enabled_events: ["platform.trigger.message"] },
  });
  const endHurry = hurryPolls(world);
  const read: MailboxWorld["read"] = async (query) => {
    const { rows } = await world.serving.platform.database.unscoped
      .transaction()
      .execute(async (trx) => {
        await sql`set local role none`.execute(trx);
        return await query.execute(trx);
      });
    return rows;
  };
  const find: MailboxWorld["find"] = (id, client = world.platform) => findInstance(client, id);
  const { project } = await world.platform.auth.getSessionInfo();
  const runJobs: MailboxWorld["runJobs"] = async (kind) => {
    await world.asOwner(
      sql`update jobs set next_at = now() - interval '1 second' where kind = ${kind}`,
    );
    await world.asOwner(sql`notify jobs`);
  };
  return {
    world,
    google,
    receiver,
    connect: (name, authConfigId, client = world.platform) =>
      openWatchedAccount(client, world.serving.platform, {
        authConfigId,
        token: `token-of-${name}`,
      }),
    upsert: async (account, config = {}, client = world.platform) => {
      const answer = await client.triggerInstances.upsertTrigger({
        slug,
        body: { connected_account_id: account, trigger_config: { interval, ...config } },
      });
      return { id: answer?.trigger_id ?? "", url: answer?.webhook?.url };
    },
    find,
    waitForWatch: async (id, client) => {
      const duePoll = sql`select id from jobs where kind = 'trigger.poll' and unique_key = ${id}
        and next_at < now() + interval '10 seconds'`;
      const waitForPoll = () =>
        expect
          .poll(async () => ({ due: await read(duePoll), ...(await find(id, client)) }))
          .toMatchObject({ due: [], interval: pollMs.watched });
      await waitForPoll();
      // The first notification may come after that poll, and makes another one due.
      await google.settle();
      await waitForPoll();
    },
    subscribe: (url, { topic, serviceAccount }) => {
      // The service is behind a proxy: its address is not the one that it listens at.
      const endpoint = url.replace(world.serving.platform.baseUrl, world.url);
      google.subscriptions.push({ topic, serviceAccount, endpoint, audience: url });
    },
    runJobs,
    renewNow: async (id) => {
      await runInProject(world.serving.platform, project?.id ?? "", ({ trx }) =>
        sql`update trigger_instances set hook_renew_at = now() - interval '1 second' where id = ${id}`.execute(
          trx,
        ),
      );
      await runJobs("trigger.register");
    },
    read,
    close: async () => {
      await endHurry();
      await world.close();
      await receiver.close();
      await google.close();
    },
  };
}

/** The credentials that a customer enters to have mailboxes watched. */
export const makeWatchingConfig = (client: World["platform"]): Promise<string> =>
  makeAuthConfig(client, "gmail", {
    pubsub_topic: customersApp.topic,
    pubsub_service_account: customersApp.serviceAccount,
  });

async function findInstance(client: World["platform"], id: string): Promise<FoundInstance> {
  const [instance] = (await client.triggerInstances.listActiveTriggers({ trigger_ids: [id] }))
    .items;
  const { last_polled_at: polledAt = "", next_poll_at: nextAt = "" } = instance?.state ?? {};
  return {
    polledAt,
    interval: Date.parse(nextAt) - Date.parse(polledAt),
    data: JSON.parse(instance?.trigger_data ?? "null") as unknown,
    disabledAt: instance?.disabled_at,
  };
}
