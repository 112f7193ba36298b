import { expect, test } from "vitest";
import { testTriggerType } from "../../../testing/test-trigger-type.ts";
import { checkTriggerConfig, hashTriggerConfig } from "./trigger-config.ts";

const type = await testTriggerType("stripe");
const check = (config: Record<string, unknown>) =>
  checkTriggerConfig(type, "body.trigger_config", config);

test("defaults are filled in, also inside of given members", () => {
  expect(check({ list: "a" })).toEqual({ list: "a", depth: 2, interval: 900 });
  expect(check({ list: "a", order: {} })).toMatchObject({ order: { by: "time" } });
});

test("a configuration that its schema refuses has one line for each field", () => {
  let refusal: unknown;
  try {
    check({ depth: "x", interval: 59, more: 1 });
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    slug: "Trigger_ConfigInvalid",
    errors: [
      "body.trigger_config.list: required",
      "body.trigger_config.depth: expected integer",
      "body.trigger_config.interval: must be at least 60",
      "body.trigger_config.more: not allowed",
    ],
  });
});

test("configurations are equal in spite of the order of their members and the interval", () => {
  const hash = (config: Record<string, unknown>) => hashTriggerConfig(config);
  expect(hash({ b: { d: 1, c: [1, 2] }, a: 1, interval: 60 })).toBe(
    hash({ a: 1, b: { c: [1, 2], d: 1 }, interval: 900 }),
  );
  expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
  expect(hash({ a: {} })).not.toBe(hash({ a: [] }));
});
