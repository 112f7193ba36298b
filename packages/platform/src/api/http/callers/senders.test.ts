import { expect, test } from "vitest";
import { createRateLimiter } from "../../../domain/requests/rate-limiter.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { createSenders, type Senders } from "./senders.ts";

const limit = 10;
/** Windows begin at whole multiples of their length. A window of three weeks does not end during the test. */
const windowMs = 3 * 7 * 86_400_000;
const shared = "192.0.2.1";

async function startProcess(): Promise<Senders> {
  const [{ open } = { open: () => Promise.reject(new Error("No database.")) }] = testDatabases();
  const limiter = createRateLimiter(await open(), { limit, windowMs });
  return createSenders({ limiter, limit, windowSeconds: windowMs / 1000 });
}

/** Sends deliveries from one address. Returns the statuses, with 429 for a refusal before the handler. */
async function send(
  senders: Senders,
  times: number,
  { path, status, projectId }: { path: string; status: number; projectId?: string },
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let each = 0; each < times; each += 1) {
    const found = projectId === undefined ? {} : { projectId };
    // The code under test uses these two members.
    const context = { address: shared, found } as RequestContext;
    const answer = async () => ({ status, headers: {}, body: null });
    const sent = senders.admit(context, path, answer);
    statuses.push(
      await sent.then(
        (answered) => answered.status,
        (error: { readonly slug?: string }) => (error.slug === "Request_RateLimited" ? 429 : 0),
      ),
    );
  }
  return statuses;
}

const times = (count: number, status: number): readonly number[] => Array(count).fill(status);

test("good deliveries count against their project, and refused ones against the address", async () => {
  const senders = await startProcess();
  const ada = { path: "/webhook_ingress/acme/ada", status: 200, projectId: "pr_ada" };
  const bob = { path: "/webhook_ingress/acme/bob", status: 200, projectId: "pr_bob" };
  const wrong = { path: "/webhook_ingress/acme/wrong", status: 404 };
  const managed = { path: "/webhook_ingress/acme/managed", status: 200 };
  expect(await send(senders, 8, ada)).toEqual(times(8, 200));
  expect(await send(senders, 8, bob)).toEqual(times(8, 200));
  expect(await send(senders, 30, managed)).toEqual(times(30, 200));
  expect(await send(senders, 12, wrong)).toEqual([...times(limit, 404), 429, 429]);
  // The address is used up: known paths still work, each until its project's limit, and others do not.
  expect(await send(senders, 5, ada)).toEqual([200, 200, 429, 429, 429]);
  expect(await send(senders, 2, bob)).toEqual([200, 200]);
  expect(await send(senders, 1, managed)).toEqual([200]);
  expect(await send(senders, 1, { ...ada, path: "/webhook_ingress/acme/new" })).toEqual([429]);
});

test("a wrong signature makes a path unknown again, and a failure of the service counts for nobody", async () => {
  const senders = await startProcess();
  const path = "/webhook_ingress/acme/eve";
  expect(await send(senders, 30, { path, status: 503 })).toEqual(times(30, 503));
  expect(await send(senders, 1, { path, status: 200, projectId: "pr_eve" })).toEqual([200]);
  const forged = await send(senders, 12, { path, status: 401, projectId: "pr_eve" });
  expect(forged).toEqual([...times(limit, 401), 429, 429]);
  expect(await send(senders, 1, { path, status: 200, projectId: "pr_eve" })).toEqual([429]);
});
