import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress, type Egress } from "../create-egress.ts";
import { separateConnections } from "../for-project.ts";
import { answer, LoopbackServer } from "../testing/loopback-server.ts";

const server = new LoopbackServer("127.0.0.2", answer);
let egress: Egress;
beforeAll(async () => {
  await server.listen();
  egress = createEgress({ allow: ["127.0.0.2/32"], connectionsAnOrigin: 2 });
});
afterAll(async () => {
  await egress.close();
  await server.close();
});

test("calls of one project that hang take no connection from another, nor from its own token requests", async () => {
  const at = (path: string): string => `http://127.0.0.2:${server.port}${path}`;
  const gone = new AbortController();
  const [one, tokens, other] = [
    separateConnections(egress, "proj_1", "calls"),
    separateConnections(egress, "proj_1", "tokens"),
    separateConnections(egress, "proj_2", "calls"),
  ];
  const { signal } = gone;
  const hanging = ["/silent/1", "/silent/2", "/waits/3"].map((path) =>
    one(at(path), { signal }).catch((error: unknown) => error),
  );
  await expect.poll(() => server.requests).toHaveLength(2);
  expect((await other(at("/of-another"))).status).toBe(200);
  expect((await tokens(at("/token"))).status).toBe(200);
  // The pool has two connections, so its own third call has to wait.
  expect(server.requests.map(({ url }) => url).toSorted()).toEqual([
    "/of-another",
    "/silent/1",
    "/silent/2",
    "/token",
  ]);
  gone.abort();
  expect(await Promise.all(hanging)).toMatchObject(Array(3).fill({ reason: "aborted" }));
  // A request that is given up frees its connection for the next one.
  expect((await one(at("/after"))).status).toBe(200);
});
