import { expect, test } from "vitest";
import type { PlatformHandlers, RequestContext } from "../../handlers/handler.ts";
import { createFairness } from "./fairness.ts";

test("a request whose caller left while it waited is not worked on", async () => {
  const fairness = createFairness({ processorMs: 60_000 }, { readProcessor: () => 0 });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let begun = 0;
  const work = async (): Promise<void> => {
    begun += 1;
    await answered;
  };
  const handlers = fairness.shareHandlers({ listTools: work } as unknown as PlatformHandlers);
  const call = async (hasLeft: boolean): Promise<void> => {
    const found: RequestContext["found"] = {};
    const context = { address: "192.0.2.1", hasLeft: () => hasLeft, found };
    await handlers.listTools({ context } as never);
    found.work?.end();
  };
  // The works of a kind that nobody has measured are expected to take 10 ms, and the share of a caller is 100 ms.
  const working = Array.from({ length: 10 }, () => call(false));
  const left = expect(call(true)).rejects.toThrow("Server_TimedOut");
  const last = call(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBe(10);
  answer();
  await Promise.all([...working, left, last]);
  expect(begun).toBe(11);
});
