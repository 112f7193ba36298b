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
