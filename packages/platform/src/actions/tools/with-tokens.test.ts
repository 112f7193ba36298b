import { expect, test } from "vitest";
import type { CurrentTokens } from "../../domain/accounts/token-refresh/current-tokens.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import type { Services } from "../services.ts";
import { callWithTokens } from "./with-tokens.ts";

test("a caller who leaves stops waiting for tokens, and the exchange continues", async () => {
  const exchange = Promise.withResolvers<CurrentTokens>();
  const asked: (readonly unknown[])[] = [];
  // Only these members are used.
  const services = {
    tokens: {
      getTokens: (...given: readonly unknown[]) => {
        asked.push(given);
        return exchange.promise;
      },
    },
  } as unknown as Services;
  const account = { id: "ca_1", scheme: { mode: "OAUTH2" }, values: {} } as ChosenAccount;
  const caller = new AbortController();
  const calls: unknown[] = [];
  const waiting = callWithTokens(
    services,
    { projectId: "proj_1", signal: caller.signal },
    account,
    async (through) => {
      calls.push(through);
      return "answered";
    },
    () => 200,
  );
  caller.abort();
  await expect(waiting).rejects.toMatchObject({
    slug: "ToolExecution_NoAnswer",
    cause: { reason: "aborted" },
  });
  // The exchange received no signal that could end it, and the application was not called.
  expect(asked).toEqual([["proj_1", "ca_1"]]);
  expect(calls).toEqual([]);
  exchange.resolve({ val: { access_token: "t" }, version: 2 });
  await exchange.promise;
});
