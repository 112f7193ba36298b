import { expect, test } from "vitest";
import { createExecutionSlots } from "./execution-slots.ts";

test("a project has its own slots, and gets each back when its call ends", async () => {
  const slots = createExecutionSlots(2);
  const hangs = Promise.withResolvers<string>();
  const one = slots.run("proj_1", () => hangs.promise);
  const two = slots.run("proj_1", () => hangs.promise);
  const full = { slug: "ToolExecution_TooManyAtOnce", retryAfterSeconds: 1 };
  await expect(slots.run("proj_1", async () => "third")).rejects.toMatchObject(full);
  expect(await slots.run("proj_2", async () => "other")).toBe("other");
  hangs.resolve("done");
  expect(await Promise.all([one, two])).toEqual(["done", "done"]);
  expect(await slots.run("proj_1", async () => "later")).toBe("later");
});

test("a call that fails gives its slot back", async () => {
  const slots = createExecutionSlots(1);
  const fail = () => slots.run("proj_1", () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  await expect(fail()).rejects.toThrow("failed");
});
