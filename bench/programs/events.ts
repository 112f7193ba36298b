// Runs as a child process: stores and delivers events with the queue that the first argument names, on the database of the
// second, to the receiver of the third. Its parent asks it to store events, and gets the time of each commit.
import { setTimeout as sleep } from "node:timers/promises";
import { openGraphileEvents } from "../events/graphile-worker.ts";
import { openPgBossEvents } from "../events/pg-boss.ts";
import { openPlatformEvents } from "../events/platform.ts";
import type { EventsToAdd } from "../service/events.ts";

const openers = {
  platform: openPlatformEvents,
  graphile: openGraphileEvents,
  boss: openPgBossEvents,
};
const [name = "", url = "", receiver = ""] = process.argv.slice(2);
// The parent names one of them.
const queue = await openers[name as keyof typeof openers](url, receiver);

process.on("message", (asked: EventsToAdd | "stop") => {
  if (asked === "stop") {
    queue.close().then(() => process.exit());
    return;
  }
  void add(asked).then((times) => process.send?.(times));
});
process.send?.({ name: queue.name, hook: queue.hook });

/** With a rate, evenly, however long each takes; otherwise ten at a time. Returns when each was committed. */
async function add({ from, count, perSecond }: EventsToAdd): Promise<readonly number[]> {
  const times: number[] = [];
  const addOne = async (n: number): Promise<void> => {
    await queue.add(from + n);
    times[n] = performance.timeOrigin + performance.now();
  };
  if (perSecond === undefined) {
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        await addOne(next - 1);
      }
    };
    await Promise.all(Array.from({ length: 10 }, caller));
    return times;
  }
  const began = performance.now();
  const adding: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()));
    adding.push(addOne(n));
  }
  await Promise.all(adding);
  return times;
}
