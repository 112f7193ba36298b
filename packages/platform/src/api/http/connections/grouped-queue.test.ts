import { expect, test } from "vitest";
import { createRandom } from "../../../../../../test/support/samples.ts";
import { GroupedQueue, type QueuePlace } from "./grouped-queue.ts";

interface Entry {
  readonly member: number;
  readonly key: string;
  readonly isBusy: boolean;
}

/** The same as `findFirst`, found by looking at every member. */
function findFirstSlowly(entries: readonly Entry[]): readonly number[] {
  const byKey = Object.values(Object.groupBy(entries, ({ key }) => key));
  const most = Math.max(...byKey.map((group = []) => group.length));
  return byKey
    .filter((group) => group?.length === most)
    .map((group = []) => (group.find(({ isBusy }) => !isBusy) ?? group.at(-1))?.member ?? -1);
}

test("the first to leave is idle for longest, or the youngest, in the largest group", () => {
  const queue = new GroupedQueue<number>();
  const places = new Map<number, QueuePlace<number>>();
  let entries: Entry[] = [];
  const random = createRandom();
  const choose = (below: number): number => Math.floor(random() * below);
  for (let step = 0; step < 3_000; step += 1) {
    // The queue grows to some dozens of members and empties again.
    if (entries.length === 0 || choose(200) < (step % 200 < 100 ? 140 : 60)) {
      const entry = { member: step, key: String(choose(6)), isBusy: choose(3) === 0 };
      places.set(step, queue.add(step, entry.key, entry.isBusy));
      entries.push(entry);
    } else {
      const member = choose(2) === 0 ? queue.findFirst() : entries[choose(entries.length)]?.member;
      const place = places.get(member ?? -1);
      expect(place).toBeDefined();
      queue.remove(place as QueuePlace<number>);
      entries = entries.filter((each) => each.member !== member);
    }
    if (step % 50 === 0) {
      queue.forgetEmptyGroups();
    }
    expect(queue.size).toBe(entries.length);
    if (entries.length === 0) {
      expect(queue.findFirst()).toBeUndefined();
    } else {
      expect(findFirstSlowly(entries)).toContain(queue.findFirst());
    }
  }
});
