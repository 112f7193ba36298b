import { verify } from "specwright";
import { expect, test } from "vitest";
import { clinicKey, prepareClinic } from "./clinic-server.ts";
import { mutations } from "./mutations.ts";
import { listen } from "./serve-router.ts";

test("of 40 faults that are planted into a correct server, at least 38 are found", async () => {
  const { document, createClinic } = await prepareClinic("verify-planted");
  const missed: string[] = [];
  for (const { name, plant } of mutations) {
    const server = await listen(plant(createClinic()));
    const { findings } = await verify({ document, url: server.url, auth: { Key: clinicKey } });
    server.close();
    if (findings.length === 0) {
      missed.push(name);
    }
  }
  expect(mutations.length).toBe(40);
  // Both more and fewer than these are news.
  expect(missed).toEqual([]);
});
