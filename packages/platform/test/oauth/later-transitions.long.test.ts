import { describe, expect, test } from "vitest";
import { catchRefusal } from "../e2e/world.ts";
import { startAccounts } from "./accounts-in-every-status.ts";
import { createConfig, runInDeployment } from "./deployment.ts";
import { browse, connectOver, returnFrom } from "./http-sign-in.ts";

/** The other rows of the table of docs/decisions.md §6, through the API. Only times are changed in the database. */
describe("an account that was connected", () => {
  const at = startAccounts();
  const { accounts, read, refresh, enable, createLink, execute, put, cutTokens, make, made } = at;

  test("an ACTIVE account whose refresh is refused for good is EXPIRED with the reason", async () => {
    const { server } = at.deployment;
    const id = await make.ACTIVE();
    // The user withdraws the grant at the provider, which ends both tokens.
    await server.withdrawLast();
    await put(id, "tokens_expire_at");
    expect(await execute(id)).toBe("422 ToolExecution_AccountNotActive");
    expect(await read(id)).toMatchObject({
      status: "EXPIRED",
      status_reason: "The application refused to refresh the tokens.",
      state: { val: { expired_at: expect.any(String) } },
    });
    const before = server.tokenCalls.length;
    expect(await execute(id)).toBe("422 ToolExecution_AccountNotActive");
    expect(server.tokenCalls).toHaveLength(before);
    // The refresh token is refused again, so the user is asked. Until then the account keeps its status.
    const asked = await refresh(id);
    expect(asked).toMatchObject({ status: "EXPIRED", redirect_url: expect.any(String) });
    expect((await connectOver(asked.redirect_url ?? "")).status).toBe(200);
    expect((await read(id)).status).toBe("ACTIVE");
    expect(await execute(id)).toBe("no error");
  });

  test("temporary failures leave an account ACTIVE until the tenth in a row; its refresh token revives it", async () => {
    const id = await make.ACTIVE();
    await put(id, "tokens_expire_at");
    cutTokens(true);
    try {
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect([attempt, (await read(id)).status]).toEqual([attempt, "ACTIVE"]);
        expect(await execute(id)).toBe("502 ToolExecution_NoAnswer");
      }
      expect(await read(id)).toMatchObject({
        status: "EXPIRED",
        status_reason: "The tokens could not be refreshed.",
      });
      expect(await catchRefusal(refresh(id))).toBe("503 Server_Unavailable");
    } finally {
      cutTokens(false);
    }
    expect(await refresh(id)).toEqual({ id, status: "ACTIVE", redirect_url: null });
    expect(await execute(id)).toBe("no error");
  });

  test("every status can be switched off and comes back; only an INACTIVE account can be switched on", async () => {
    for (const [status, create] of made) {
      const id = await create();
      if (status !== "INACTIVE") {
        const on = catchRefusal(enable(id, true));
        expect([status, await on]).toEqual([status, "422 ConnectedAccount_NotInactive"]);
      }
      await enable(id, false);
      await enable(id, false);
      expect([status, (await read(id)).status]).toEqual([status, "INACTIVE"]);
      expect([status, await execute(id)]).toEqual([status, "422 ToolExecution_AccountNotActive"]);
      expect(await catchRefusal(refresh(id))).toBe("422 ConnectedAccount_StatusForbids");
      await enable(id, true);
      const expected = status === "INACTIVE" ? "ACTIVE" : status;
      expect((await read(id)).status).toBe(expected);
    }
    const id = await make.INITIATED();
    await enable(id, false);
    await put(id, "waits_until");
    await enable(id, true);
    expect((await read(id)).status).toBe("EXPIRED");
  });

  test("ACTIVE, EXPIRED and FAILED can be refreshed; a working account stays ACTIVE until the new grant arrives", async () => {
    const scopes = ["openid", "read"];
    const withoutRefresh = await createConfig(at.deployment.platform, "OAUTH2", { scopes });
    const { id, link } = await createLink(withoutRefresh);
    await connectOver(link);
    expect((await read(id)).state.val.refresh_token).toBeUndefined();
    const failed = await make.FAILED();
    const expired = await make.EXPIRED();
    for (const [account, status] of [
      [id, "ACTIVE"],
      [failed, "FAILED"],
      [expired, "EXPIRED"],
    ] as const) {
      const asked = await refresh(account);
      expect(asked).toMatchObject({ status, redirect_url: expect.stringContaining("/link/lk_") });
      const { callback, cookie } = await returnFrom(asked.redirect_url ?? "");
      expect((await read(account)).status).toBe(status);
      // A failed grant does not remove anything.
      const refused = new URL(callback);
      refused.searchParams.delete("code");
      refused.searchParams.set("error", "access_denied");
      await browse(refused, { cookie });
      expect((await read(account)).status).toBe(status);
      const again = await refresh(account);
      expect((await connectOver(again.redirect_url ?? "")).status).toBe(200);
      expect((await read(account)).status).toBe("ACTIVE");
      expect(await execute(account)).toBe("no error");
    }
    expect(await catchRefusal(refresh(await make.INITIATED()))).toBe(
      "422 ConnectedAccount_StatusForbids",
    );
  });

  test("a new token that the application refuses is 400 when the request asks for a trial", async () => {
    const id = await make.ACTIVE();
    const tryCredentials = (validate_credentials: boolean) =>
      catchRefusal(
        accounts().refreshConnectedAccount({ nanoid: id, body: { validate_credentials } }),
      );
    expect(await tryCredentials(true)).toBe("no error");
    at.deployment.server.closeApi(true);
    try {
      expect(await tryCredentials(true)).toBe("400 ConnectedAccount_CredentialsRejected");
      expect(await tryCredentials(false)).toBe("no error");
    } finally {
      at.deployment.server.closeApi(false);
    }
  });

  test("an account in every status can be deleted, is gone for reads, and its tokens are revoked and erased", async () => {
    for (const [status, create] of made) {
      const id = await create();
      const { revoked } = at.deployment.server;
      const before = revoked.length;
      const hasTokens = status === "ACTIVE" || status === "INACTIVE";
      await accounts().deleteConnectedAccount({ nanoid: id });
      expect(await catchRefusal(read(id))).toBe("404 ConnectedAccount_NotFound");
      expect(await catchRefusal(accounts().deleteConnectedAccount({ nanoid: id }))).toBe(
        "404 ConnectedAccount_NotFound",
      );
      if (hasTokens) {
        await expect.poll(() => revoked.length).toBeGreaterThan(before);
      }
      const rows = runInDeployment(at.deployment, ({ trx }) =>
        trx.selectFrom("connected_accounts").select("secrets").where("id", "=", id).execute(),
      );
      expect(await rows).toEqual([{ secrets: null }]);
    }
    const listKept = () =>
      runInDeployment(at.deployment, ({ trx }) =>
        trx.selectFrom("revocations").select("id").execute(),
      );
    await expect.poll(async () => (await listKept()).length).toBe(0);
  });
});
