import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../e2e/receiver.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createEventSender } from "./support/event-sender.ts";
import { createSubscriber } from "./support/subscribers.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_RATE_LIMIT: "40" } });
});
afterAll(() => world.close());

test("an application whose deliveries come from one address is heard by each project", async () => {
  const receiver = await startReceiver();
  const subscribers = [];
  for (const name of ["one", "two", "three"]) {
    const options = { name, receiverUrl: receiver.url };
    subscribers.push(await createSubscriber(world.url, world.keys.owner, options));
  }
  const sender = createEventSender([world.url], subscribers);
  for (let number = 0; number < 90; number += 1) {
    await sender.send(number);
  }
  expect([...sender.refusals]).toEqual([]);
  await receiver.close();
});

test("deliveries that a page of another site sends count against its address", async () => {
  const statuses = new Set<number>();
  // More than twice the limit, because a window of a minute may end meanwhile.
  for (let number = 0; number < 90; number += 1) {
    const sent = await fetch(`${world.url}/api/v3/webhook_ingress/bench/unknown`, {
      method: "POST",
      headers: { origin: "https://other.example", "content-type": "application/json" },
      body: "{}",
    });
    statuses.add(sent.status);
  }
  expect([...statuses].sort()).toEqual([403, 429]);
});
