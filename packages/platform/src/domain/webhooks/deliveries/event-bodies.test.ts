import { expect, test } from "vitest";
import { buildTriggerMessageBody, type TriggerMessage } from "./event-bodies.ts";

const frame = {
  id: "msg_0194d8a2-7c3e-7b51-9f24-6a8d0c5e2b17",
  at: new Date("2026-02-06T12:00:00.000Z"),
};
const uuid = "11111111-2222-4333-8444-555555555555";
const good: TriggerMessage = {
  logId: "log_Ab12Cd34Ef56",
  slug: "ACME_THING_ADDED",
  trigger: { id: "ti_Ab12Cd34Ef56", uuid },
  account: { id: "ca_Ab12Cd34Ef56", uuid, authConfigId: "ac_Ab12Cd34Ef56" },
  userId: "ada",
  data: { title: "x" },
};
const versions = ["V1", "V2", "V3"] as const;

test.each(versions)(
  "a message in %s that the document does not describe is not written",
  (version) => {
    expect(() => buildTriggerMessageBody(frame, good, version)).not.toThrow();
    const withoutAccount = buildTriggerMessageBody(frame, { ...good, account: null }, version);
    expect(withoutAccount).toMatch(/"connect\w+":null/);
    expect(withoutAccount).not.toContain("ca_");
    const wrong: readonly (readonly [Partial<TriggerMessage>, string])[] = [
      [{ logId: "log" }, "log_id"],
      [
        { slug: "no slug" },
        version === "V1" ? "trigger_name" : version === "V2" ? "type" : "trigger_slug",
      ],
      [{ trigger: { id: "ti", uuid } }, "trigger"],
      [{ account: { id: "ca", uuid, authConfigId: "ac" } }, "connect"],
    ];
    for (const [change, place] of wrong) {
      expect(() => buildTriggerMessageBody(frame, { ...good, ...change }, version)).toThrow(
        new RegExp(`^The event \\w+ does not match its schema in the document at .*${place}`),
      );
    }
  },
);

test.each(versions)("a message in %s has at most 1 MiB", (version) => {
  const write = (length: number): string =>
    buildTriggerMessageBody(frame, { ...good, data: { title: "x".repeat(length) } }, version);
  const mebibyte = 1024 * 1024;
  const most = mebibyte - write(0).length;
  expect(write(most)).toHaveLength(mebibyte);
  expect(() => write(most + 1)).toThrow("Webhook_EventTooLarge");
});
