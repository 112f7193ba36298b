import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Roster } from "./roster.ts";

test("a roster has the members that were added and have not left", () => {
  const roster = new Roster<{ readonly name: string }>();
  const leave = ["a", "b", "c"].map((name) => roster.add({ name }));
  leave[1]?.();
  expect([...roster]).toEqual([{ name: "a" }, { name: "c" }]);
  expect(roster.size).toBe(2);
});

test("a member that leaves twice does not take another one with it", () => {
  const roster = new Roster<{ readonly name: string }>();
  const leave = roster.add({ name: "a" });
  leave();
  roster.add({ name: "b" });
  leave();
  expect([...roster]).toEqual([{ name: "b" }]);
  expect(roster.size).toBe(1);
});

test("members may come and go while they are looked at", () => {
  const roster = new Roster<{ readonly leave: () => void }>();
  for (let count = 0; count < 3; count += 1) {
    const member = { leave: (): void => leave() };
    const leave = roster.add(member);
  }
  for (const member of roster) {
    member.leave();
    roster.add({ leave: () => {} });
  }
  expect(roster.size).toBe(3);
});

test("members that have left do not stay in memory until the next full collection of garbage", () => {
  const count = 50_000;
  const left = measureLeft(() => {
    const roster = new Roster<object>();
    const here: (() => void)[] = [];
    return (member) => {
      here.push(roster.add(member));
      if (here.length > 20) {
        here.shift()?.();
      }
    };
  }, count);
  // A `Set` keeps 12 MB of them.
  expect(left / 1e6).toBeLessThan(2);
});

/** Bytes that are left of this many members of about 400 bytes, when only the younger generation was collected. */
function measureLeft(create: () => (member: object) => void, count: number): number {
  setFlagsFromString("--expose-gc");
  const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");
  const add = create();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index += 1) {
    add({ index, data: new Array(48).fill(index) });
    if (index % 500 === 0) {
      collect({ type: "minor" });
    }
  }
  collect({ type: "minor" });
  return process.memoryUsage().heapUsed - before;
}
