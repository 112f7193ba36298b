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
  setFlagsFromString("--expose-gc");
  const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");
  const roster = new Roster<object>();
  const leaving: (() => void)[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 50_000; index += 1) {
    leaving.push(roster.add({ index, data: new Array(48).fill(index) }));
    if (leaving.length > 20) {
      leaving.shift()?.();
    }
    if (index % 500 === 0) {
      collect({ type: "minor" });
    }
  }
  collect({ type: "minor" });
  // A `Set` keeps 12 MB of them.
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(2);
});
