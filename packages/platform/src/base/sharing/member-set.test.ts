import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { MemberSet } from "./member-set.ts";

test("a set has the members that were added and have not left", () => {
  const members = new MemberSet<{ readonly name: string }>();
  const leave = ["a", "b", "c"].map((name) => members.add({ name }));
  leave[1]?.();
  expect([...members]).toEqual([{ name: "a" }, { name: "c" }]);
  expect(members.size).toBe(2);
});

test("a member that leaves twice does not take another one with it", () => {
  const members = new MemberSet<{ readonly name: string }>();
  const leave = members.add({ name: "a" });
  leave();
  members.add({ name: "b" });
  leave();
  expect([...members]).toEqual([{ name: "b" }]);
  expect(members.size).toBe(1);
});

test("members may come and go while they are looked at", () => {
  const members = new MemberSet<{ readonly leave: () => void }>();
  for (let count = 0; count < 3; count += 1) {
    const member = { leave: (): void => leave() };
    const leave = members.add(member);
  }
  for (const member of members) {
    member.leave();
    members.add({ leave: () => {} });
  }
  expect(members.size).toBe(3);
});

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
