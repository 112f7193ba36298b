import { setTimeout as sleep } from "node:timers/promises";
import { importPeer } from "../queues/import-peer.ts";
import { atOnce, buildEventBody, type EventQueue, post } from "./event-queue.ts";

/** The part of pg-boss 12 that is used. */
interface Boss {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<void>;
  send(name: string, data: object): Promise<unknown>;
  fetch(
    name: string,
    options: { readonly batchSize: number },
  ): Promise<readonly { readonly id: string; readonly data: { readonly body: string } }[]>;
  complete(name: string, ids: readonly string[]): Promise<unknown>;
  on(event: "error", listener: () => void): void;
  stop(options: { readonly graceful: boolean }): Promise<void>;
}

const name = "deliver";
const loops = 2;

/** Milliseconds before a queue that was empty is asked again. pg-boss's own worker waits for 500 at least. */
const pauseMs = 20;

/** Milliseconds without a job after which it is asked no more until one is added: then other queues are being measured. */
const restMs = 2_000;

/** pg-boss. Two loops fetch batches, send them at once, and complete them. */
export async function openPgBossEvents(url: string, receiver: string): Promise<EventQueue> {
  const { PgBoss } = await importPeer<{
    readonly PgBoss: new (options: { connectionString: string; max: number }) => Boss;
  }>("pg-boss");
  const boss = new PgBoss({ connectionString: url, max: 10 });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(name);
  let isOpen = true;
  let lastAt = performance.now();
  const loop = async (): Promise<void> => {
    while (isOpen) {
      const rests = performance.now() - lastAt > restMs;
      const jobs = rests ? [] : await boss.fetch(name, { batchSize: atOnce / loops });
      if (jobs.length === 0) {
        await sleep(pauseMs);
        continue;
      }
      lastAt = performance.now();
      await Promise.all(jobs.map(({ data }) => post(receiver, data.body)));
      await boss.complete(
        name,
        jobs.map(({ id }) => id),
      );
    }
  };
  const looping = Promise.all(Array.from({ length: loops }, loop));
  return {
    name: "pg-boss 12.38",
    add: async (number) => {
      lastAt = performance.now();
      await boss.send(name, { body: buildEventBody(number) });
    },
    close: async () => {
      isOpen = false;
      await looping;
      await boss.stop({ graceful: false });
    },
  };
}
