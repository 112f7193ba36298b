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
