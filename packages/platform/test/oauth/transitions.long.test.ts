import { describe, expect, test } from "vitest";
import { catchRefusal } from "../e2e/world.ts";
import { type Status, startAccounts } from "./accounts-in-every-status.ts";
import { createConfig, runInDeployment } from "./deployment.ts";
import { agreeOver, browse, connectOver, returnFrom } from "./http-sign-in.ts";

/**
 * The rows of the table of docs/decisions.md §6 up to the first connection, through the API. Only times are changed
 * in the database.
 */
describe("an account that is being connected", () => {
  const at = startAccounts();
  const { accounts, read, refresh, createLink, make } = at;

  test("a POST with OAuth is INITIATED with an address; INITIALIZING is over before anyone can see it", async () => {
    const account = await accounts().createConnectedAccount({
      body: {
        auth_config: { id: at.config },
        connection: { user_id: "default" },
        validate_credentials: false,
      },
    });
    expect(account).toMatchObject({ connectionData: { val: { status: "INITIATED" } } });
    expect(account.redirect_url).toMatch(/\/link\/lk_/);
    const listed = await accounts().listConnectedAccounts({ statuses: ["INITIALIZING"] });
    expect(listed.items).toEqual([]);
    expect(await connectOver(account.redirect_url ?? "")).toMatchObject({ status: 200 });
    expect(await read(account.id)).toMatchObject({ status: "ACTIVE", user_id: "default" });
  });

  test("a POST with a key is ACTIVE, and 400 without an account when the application refuses the key", async () => {
    const keys = await at.deployment.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "lock" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const connect = (validate_credentials: boolean) =>
      accounts().createConnectedAccount({
        body: {
          auth_config: { id: keys.auth_config.id },
          connection: {
            user_id: "ada",
            state: { authScheme: "API_KEY", val: { status: "INITIALIZING", generic_api_key: "k" } },
          },
          validate_credentials,
        },
      });
    const account = await connect(false);
    expect(account).toMatchObject({ connectionData: { val: { status: "ACTIVE" } } });
    expect(account.redirect_url).toBeNull();
    expect(await catchRefusal(connect(true))).toBe("400 ConnectedAccount_CredentialsRejected");
    const auth_config_ids = [keys.auth_config.id];
    expect((await accounts().listConnectedAccounts({ auth_config_ids })).items).toHaveLength(1);
    expect(await catchRefusal(refresh(account.id))).toBe("501 ConnectedAccount_RefreshUnsupported");
    expect(await catchRefusal(refresh((await createLink(keys.auth_config.id)).id))).toBe(
      "422 ConnectedAccount_StatusForbids",
    );
  });

  test("the callback makes an INITIATED account ACTIVE, or FAILED with the error and its description", async () => {
    expect(await read(await make.ACTIVE())).toMatchObject({
      status: "ACTIVE",
      state: { val: { access_token: expect.any(String), refresh_token: expect.any(String) } },
    });
    expect(await read(await make.FAILED())).toMatchObject({
      status: "FAILED",
      state: { val: { error: "access_denied", error_description: "Not today." } },
    });
    const { id, link } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    callback.searchParams.set("code", "made-up");
    await browse(callback, { cookie });
    expect(await read(id)).toMatchObject({
      status: "FAILED",
      state: { val: { error: "invalid_grant" } },
    });
  });

  test("a link asks for the fields of the application's address before it leads there, unless they were given", async () => {
    const quay = await createConfig(at.deployment.platform, "OAUTH2", { slug: "quay" });
    const { id, link } = await createLink(quay);
    expect(await (await browse(link)).text()).toContain('<label for="tenant">Tenant</label>');
    const missing = await browse(link, { form: {} });
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining("Fill in this field."),
    ]);
    expect((await read(id)).status).toBe("INITIATED");
    const led = await browse(link, { form: { tenant: "acme & co" } });
    const authorization = new URL(led.headers.get("location") ?? "");
    expect(authorization.searchParams.get("tenant")).toBe("acme & co");
    const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await browse(await agreeOver(authorization), { cookie })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: "ACTIVE",
      state: { val: { tenant: "acme & co", access_token: expect.any(String) } },
    });
    const given = await accounts().createConnectedAccount({
      body: {
        auth_config: { id: quay },
        connection: {
          user_id: "ada",
          state: { authScheme: "OAUTH2", val: { status: "INITIALIZING", tenant: "given" } },
        },
        validate_credentials: false,
      },
    });
    const page = given.redirect_url ?? "";
    expect(await (await browse(page)).text()).not.toContain("<label");
    const kept = await browse(page, { form: { tenant: "another" } });
    expect(new URL(kept.headers.get("location") ?? "").searchParams.get("tenant")).toBe("given");
  });

  test("ten minutes without completion are EXPIRED, in reads and in the filter, before the job and after it", async () => {
    const id = await make.EXPIRED();
    const isListed = async (status: Status): Promise<boolean> => {
      const { items } = await accounts().listConnectedAccounts({ statuses: [status], limit: 1000 });
      return items.some((item) => item.id === id);
    };
    expect([await isListed("EXPIRED"), await isListed("INITIATED")]).toEqual([true, false]);
    expect((await read(id)).status).toBe("EXPIRED");
    const readStored = async () =>
      await runInDeployment(at.deployment, ({ trx }) =>
        trx.selectFrom("connected_accounts").select("status").where("id", "=", id).execute(),
      );
    expect(await readStored()).toEqual([{ status: "INITIATED" }]);
    await runInDeployment(at.deployment, ({ trx }) =>
      trx
        .updateTable("jobs")
        .set({ next_at: new Date(0) })
        .where("unique_key", "=", id)
        .execute(),
    );
    await expect.poll(readStored).toEqual([{ status: "EXPIRED" }]);
    expect((await read(id)).state.val.expired_at).toEqual(expect.any(String));
    expect([await isListed("EXPIRED"), (await read(id)).status]).toEqual([true, "EXPIRED"]);
  });
});
