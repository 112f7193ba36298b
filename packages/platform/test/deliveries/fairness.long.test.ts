import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { createDeployment } from "../chaos/support/deployment.ts";
import { startApplication } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { startProcess } from "../running/support/platform-process.ts";
import { addBacklog } from "./support/add-backlog.ts";
import { createEventSender, type EventSender } from "./support/event-sender.ts";
import { type Answering, type EventReceiver, startEventReceiver } from "./support/receivers.ts";
import { createSubscriber, type Subscriber } from "./support/subscribers.ts";
import { waitWhileMoving } from "./support/wait-while-moving.ts";

const server = findNeed("postgresql");
const others = 50;
const backlog = 100_000;

/** Milliseconds in which an event of another project arrives. Generous: other tests run on the same machine. */
const boundMs = 10_000;

let subscribe: (name: string, answering: Answering) => Promise<Subscribed>;
let databaseUrl: string;
let url: string;
const cleanups: (() => unknown)[] = [];

/** A project with its own receiver. */
interface Subscribed extends Subscriber {
  readonly receiver: EventReceiver;
}

beforeAll(async () => {
  if (server === undefined) {
    return;
  }
  const application = await startApplication();
  const toolkits = writeToolkits(application.url);
  // The service has one of its own.
  rmSync(join(toolkits, "hackernews.yaml"));
  databaseUrl = await createDatabase(server);
  const { environment, ownerKey } = await createDeployment(databaseUrl, {
    PLATFORM_TOOLKITS: toolkits,
  });
  const running = await startProcess(environment);
  ({ url } = running);
  subscribe = async (name, answering) => {
    const receiver = await startEventReceiver(answering);
    cleanups.push(() => receiver.close());
    const made = await createSubscriber(url, ownerKey, { name, receiverUrl: receiver.url });
    return { ...made, receiver };
  };
  cleanups.push(
    async () => {
      running.send("SIGKILL");
      await running.ended;
    },
    () => application.close(),
    () => rmSync(toolkits, { recursive: true, force: true }),
  );
}, 60_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) {
    await cleanup();
  }
});

/** Sends events of these numbers, waits for them, and returns the milliseconds from each acknowledgement to the arrival. */
async function deliver(
  sender: EventSender,
  receivers: readonly EventReceiver[],
  numbers: readonly number[],
): Promise<readonly number[]> {
  await Promise.all(numbers.map((number) => sender.send(number)));
  const findArrival = (number: number) =>
    receivers.map(({ arrivals }) => arrivals.get(number)?.[0]?.at).find((at) => at !== undefined);
  const countArrived = () => numbers.filter((each) => findArrival(each) !== undefined).length;
  await waitWhileMoving(
    { isDone: () => countArrived() === numbers.length, progress: countArrived },
    boundMs,
  );
  return numbers
    .map(
      (each) =>
        (findArrival(each) ?? Number.POSITIVE_INFINITY) - (sender.acknowledged.get(each) ?? 0),
    )
    .toSorted((one, other) => one - other);
}

const describeWaits = (waits: readonly number[]): string =>
  `p50 ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, slowest ${waits.at(-1)?.toFixed(0)} ms`;

test.skipIf(server === undefined)(
  "events of fifty subscribers arrive while one hangs, one fails, and one has 100,000 events to come",
  async () => {
    const good: Subscribed[] = [];
    // Ten at a time, because each makes several calls.
    for (let from = 0; from < others; from += 10) {
      const some = Array.from({ length: 10 }, (_, n) => subscribe(`good-${from + n}`, "well"));
      good.push(...(await Promise.all(some)));
    }
    const bad = await Promise.all([subscribe("hangs", "never"), subscribe("fails", "with 500")]);
    const noisy = await subscribe("noisy", "well");
    const receivers = good.map(({ receiver }) => receiver);
    const sender = createEventSender([url], good);
    const number = (from: number): readonly number[] =>
      Array.from({ length: others }, (_, n) => from + n);
    const alone = await deliver(sender, receivers, number(0));

    const badSender = createEventSender([url], bad);
    await Promise.all(Array.from({ length: 40 }, (_, n) => badSender.send(n)));
    const [hanging, failing] = bad.map(({ receiver }) => receiver.arrivals);
    await expect.poll(() => hanging?.size, { timeout: boundMs }).toBe(5);
    await expect.poll(() => failing?.size, { timeout: boundMs }).toBe(20);
    const besideBad = await deliver(sender, receivers, number(100));
    // The first five still hang: an attempt takes 15 seconds.
    expect(hanging?.size).toBe(5);

    await createEventSender([url], [noisy]).send(1_000);
    await addBacklog(databaseUrl, noisy.tenant.id, backlog);
    const countNoisy = (): number => noisy.receiver.arrivals.get(1_000)?.length ?? 0;
    await expect.poll(countNoisy, { timeout: boundMs }).toBeGreaterThan(10);
    const began = performance.now();
    const before = countNoisy();
    const besideBacklog: number[] = [];
    // One after the other: each is the next event of its project.
    for (const each of number(200).slice(0, 20)) {
      besideBacklog.push(...(await deliver(sender, receivers, [each])));
    }
    const rate = ((countNoisy() - before) / (performance.now() - began)) * 1000;
    console.log(
      [
        `  ${others} subscribers alone: ${describeWaits(alone)}`,
        `  beside one that hangs and one that fails: ${describeWaits(besideBad)}`,
        `  beside a backlog of ${backlog} of another project, which got ${rate.toFixed(0)} deliveries a second: ${describeWaits(besideBacklog.toSorted((one, other) => one - other))}`,
      ].join("\n"),
    );
    expect(countNoisy()).toBeLessThan(backlog);
    expect(Math.max(...alone, ...besideBad, ...besideBacklog)).toBeLessThan(boundMs);
  },
  120_000,
);
