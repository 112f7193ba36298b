import { expect, it } from "vitest";
import { catalog } from "../toolkits/testing/shipped-toolkits.ts";
import type { Delivery } from "./delivery.ts";
import { isEvent, readChallenge, readEventData } from "./read-event.ts";
import { deliveriesOfApplications } from "./testing/deliveries.ts";

function delivery(body: unknown, headers: Readonly<Record<string, string>> = {}): Delivery {
  return { body, headers: new Headers(headers), bytes: Buffer.from(JSON.stringify(body)) };
}

const types = (await catalog.listTriggers()).flatMap(({ slug, webhook, record }) =>
  webhook === undefined ? [] : [{ slug, webhook, toolkit: record.toolkit.slug }],
);

it("has a delivery of each webhook type", () => {
  expect(Object.keys(deliveriesOfApplications).toSorted()).toEqual(types.map(({ slug }) => slug));
});

it.each(types)("a delivery of $slug is an event of this type alone", ({ slug, toolkit }) => {
  const sample = deliveriesOfApplications[slug];
  const sent = delivery(sample?.body, sample?.headers);
  const found = types.filter(
    (type) => type.toolkit === toolkit && isEvent(sent, type.webhook, sample?.config ?? {}),
  );
  expect(found.map((type) => type.slug)).toEqual([slug]);
  const [type] = found;
  expect(type && readEventData(sent, type.webhook)).toEqual(sample?.data);
});

it.each(types)(
  "a delivery of $slug for other configurations fires nothing",
  ({ slug, webhook }) => {
    const sample = deliveriesOfApplications[slug];
    const sent = delivery(sample?.body, sample?.headers);
    for (const name of Object.keys(webhook.filters)) {
      const config = { ...sample?.config, [name]: "another" };
      expect(isEvent(sent, webhook, config), name).toBe(false);
    }
  },
);

it.each(types)("$slug fires nothing when a condition does not hold", ({ slug, webhook }) => {
  const sample = deliveriesOfApplications[slug];
  const others = sample?.others ?? [];
  expect(others.length).toBeGreaterThan(0);
  for (const change of others) {
    const body = { ...(sample?.body as object), ...change.body };
    const sent = delivery(body, { ...sample?.headers, ...change.headers });
    expect(isEvent(sent, webhook, sample?.config ?? {}), JSON.stringify(change)).toBe(false);
  }
});

it("Slack's handshake is answered with its challenge, and other deliveries are not handshakes", () => {
  const { webhooks } = catalog.getToolkit("slack");
  const ask = (body: unknown): string | undefined =>
    readChallenge(delivery(body), webhooks?.handshake);
  expect(ask({ type: "url_verification", challenge: "3eZbrw1a", token: "t" })).toBe("3eZbrw1a");
  for (const body of [
    { type: "event_callback", challenge: "x" },
    { type: "url_verification" },
    { type: "url_verification", challenge: { toString: "x" } },
    null,
    [],
    "url_verification",
  ]) {
    expect(ask(body)).toBeUndefined();
  }
});
