import { describe, expect, test } from "vitest";
import { changeQuery, describePage, invalid, useCallback } from "./callback-at-work.ts";
import { runInDeployment } from "./deployment.ts";
import { agreeOver, browse, connectOver, departToProvider, returnFrom } from "./http-sign-in.ts";

describe("the callback", () => {
  const suite = useCallback();
  const { calls, createLink, fetchStatus } = suite;

  test("two connections in two tabs of one browser are both completed, in the order of their return", async () => {
    const links = [await createLink(), await createLink()];
    // A browser keeps one cookie for each name (RFC 6265, section 5.3), and sends all of them.
    const jar = new Map<string, string>();
    const callbacks: URL[] = [];
    for (const { redirect_url } of links) {
      const { authorization, cookie } = await departToProvider(redirect_url);
      jar.set(cookie.slice(0, cookie.indexOf("=")), cookie);
      callbacks.push(await agreeOver(authorization));
    }
    for (const callback of callbacks) {
      const answer = browse(callback, { cookie: [...jar.values()].join("; ") });
      expect(await describePage(answer)).toBe("200 Harbour is connected");
    }
    for (const { connected_account_id } of links) {
      expect(await fetchStatus(connected_account_id)).toBe("ACTIVE");
    }
  });

  test("HEAD does nothing: neither a link checker's nor the browser's own uses the code up", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    for (const headers of [{}, { cookie }]) {
      const answer = await fetch(callback, { method: "HEAD", headers, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
  });

  test("a state that is wrong, missing, empty or sent twice makes no token call, and the user can still continue", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    const state = callback.searchParams.get("state") ?? "";
    const twisted = `${state.startsWith("a") ? "b" : "a"}${state.slice(1)}`;
    for (const wrong of [twisted, state.slice(1), `${state}a`, "", undefined]) {
      const answer = browse(changeQuery(callback, { state: wrong }), { cookie });
      expect(await describePage(answer)).toBe(invalid);
    }
    const twice = await browse(`${callback.href}&state=${twisted}`, { cookie });
    expect(twice.status).toBe(400);
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("an iss that is wrong or missing makes no token call, and the user can still continue", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const iss = callback.searchParams.get("iss");
    expect(iss).toBe(suite.deployment.server.url);
    const before = calls();
    for (const wrong of [
      undefined,
      "https://evil.example",
      `${iss}/`,
      suite.second.url,
      iss?.toUpperCase(),
    ]) {
      expect(await describePage(browse(changeQuery(callback, { iss: wrong }), { cookie }))).toBe(
        invalid,
      );
    }
    expect(calls()).toBe(before);
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("an answer that comes back a second time makes no second token call and changes nothing", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    const both = await Promise.all([1, 2].map(() => describePage(browse(callback, { cookie }))));
    expect(both.toSorted()).toEqual(["200 Harbour is connected", invalid]);
    expect(await describePage(browse(callback, { cookie }))).toBe(invalid);
    const refused = changeQuery(callback, { code: undefined, error: "access_denied" });
    expect(await describePage(browse(refused, { cookie }))).toBe(invalid);
    expect(calls()).toBe(before + 1);
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("an answer after ten minutes, or for an account that was switched off or deleted, makes no token call", async () => {
    const before = calls();
    const { connectedAccounts } = suite.deployment.platform;
    const ends: readonly ((id: string) => Promise<unknown>)[] = [
      (id) =>
        runInDeployment(suite.deployment, ({ trx }) =>
          trx
            .updateTable("connected_accounts")
            .set({ waits_until: new Date(0) })
            .where("id", "=", id)
            .execute(),
        ),
      (nanoid) => connectedAccounts.setConnectedAccountStatus({ nanoid, body: { enabled: false } }),
      (nanoid) => connectedAccounts.deleteConnectedAccount({ nanoid }),
    ];
    for (const end of ends) {
      const { redirect_url: link, connected_account_id: id } = await createLink();
      const { callback, cookie } = await returnFrom(link);
      await end(id);
      expect(await describePage(browse(callback, { cookie }))).toBe(invalid);
    }
    expect(calls()).toBe(before);
  });

  test("a server that cannot be reached for the tokens makes the account FAILED, and the user can try again", async () => {
    const { server, platform } = suite.deployment;
    const { redirect_url: link, connected_account_id: nanoid } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    server.hold({ before: () => Promise.reject(new Error("gone")) });
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour was not connected");
    server.hold({});
    expect(await platform.connectedAccounts.getConnectedAccount({ nanoid })).toMatchObject({
      status: "FAILED",
      state: { val: { error: "temporarily_unavailable" } },
    });
    const again = await platform.connectedAccounts.refreshConnectedAccount({ nanoid });
    expect(await describePage(connectOver(again.redirect_url ?? ""))).toBe(
      "200 Harbour is connected",
    );
    expect(await fetchStatus(nanoid)).toBe("ACTIVE");
  });
});
