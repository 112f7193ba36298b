import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../e2e/receiver.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { sendEvent } from "./support/send-event.ts";
import { createSubscriber, type Subscriber } from "./support/subscribers.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_RATE_LIMIT: "40" } });
});
afterAll(() => world.close());

test("an application whose deliveries come from one address is heard by each project", async () => {
  const receiver = await startReceiver();
  const subscribers: Subscriber[] = [];
  for (const name of ["one", "two", "three"]) {
    const options = { name, receiverUrl: receiver.url };
    subscribers.push(await createSubscriber(world.url, world.keys.owner, options));
  }
  const statuses = new Set<string>();
  for (let number = 0; number < 30; number += 1) {
    for (const subscriber of subscribers) {
      statuses.add(await sendEvent(world.url, subscriber, number));
    }
  }
  expect([...statuses]).toEqual(["200"]);
  await receiver.close();
});

test("deliveries that a page of another site sends count against its address", async () => {
  const statuses = new Set<number>();
  const send = async () => {
    const sent = await fetch(`${world.url}/api/v3/webhook_ingress/bench/unknown`, {
      method: "POST",
      headers: { origin: "https://other.example", "content-type": "application/json" },
      body: "{}",
    });
    statuses.add(sent.status);
  };
  // A window of a minute may end while they are sent.
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 90 }, send));
      return [...statuses].toSorted();
    })
    .toEqual([403, 429]);
});
