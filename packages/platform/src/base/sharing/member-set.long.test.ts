import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { MemberSet } from "./member-set.ts";

test("members that have left do not stay in memory until the next full collection, as those of a `Set` do", () => {
  const set = new Set<object>();
  const bySet = measureKept((member) => {
    set.add(member);
    return () => set.delete(member);
  });
  const members = new MemberSet<object>();
  const byRoster = measureKept((member) => members.add(member));
  expect([set.size, members.size]).toEqual([21, 21]);
  expect(byRoster / bySet).toBeLessThan(1 / 3);
});

/** The bytes that are still in memory after 50,000 members came and left. Twenty are there at a time. */
function measureKept(add: (member: object) => () => void): number {
  setFlagsFromString("--expose-gc");
  const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");
  const leaving: (() => void)[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 50_000; index += 1) {
    leaving.push(add({ index, data: new Array(48).fill(index) }));
    if (leaving.length > 21) {
      leaving.shift()?.();
    }
    if (index % 500 === 0) {
      collect({ type: "minor" });
    }
  }
  collect({ type: "minor" });
  return process.memoryUsage().heapUsed - before;
}
