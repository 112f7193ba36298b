import { expect, test } from "vitest";
import { goodKey } from "../../application.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

const slug = "ACME_THING_LISTED";

/** Ids of the instance that an upsert answers. The document has an answer without a body, which is never sent. */
export function readUpserted(
  answer: Awaited<ReturnType<World["platform"]["triggerInstances"]["upsertTrigger"]>>,
): { readonly trigger_id: string; readonly uuid: string } {
  return { trigger_id: answer?.trigger_id ?? "", uuid: answer?.deprecated.uuid ?? "" };
}

/** Trigger instances. */
export function testTriggerInstances(world: () => World): void {
  const open = async (user_id: string) => {
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    return { config, account: await connect(world(), config, "API_KEY", val, { user_id }) };
  };

  test("an instance is made once, found by every filter, switched off and on, and deleted", async () => {
    const { platform } = world();
    const { triggerInstances, connectedAccounts, authConfigs, migration } = platform;
    const user = "listener";
    const { account, config } = await open(user);
    const upsert = (trigger_config: Record<string, unknown>) =>
      triggerInstances.upsertTrigger({
        slug: "acme_thing_listed",
        body: { connected_account_id: account, trigger_config },
      });
    const made = await upsert({ shelf: "top", interval: 60 });
    const again = await upsert({ interval: 3600 });
    expect(again).toEqual(made);
    const { trigger_id: id, uuid } = readUpserted(made);
    expect(await migration.getNanoId({ uuid, type: "TRIGGER_INSTANCE" })).toEqual({ nanoid: id });
    const accountUuid = (await connectedAccounts.getConnectedAccount({ nanoid: account }))
      .deprecated?.uuid;
    const configUuid = (await authConfigs.getAuthConfig({ nanoid: config })).uuid;
    const [listed] = (await triggerInstances.listActiveTriggers({ trigger_ids: [id] })).items;
    expect(listed).toMatchObject({
      id,
      uuid,
      connected_account_id: account,
      connected_account_uuid: accountUuid,
      trigger_name: slug,
      user_id: user,
      trigger_config: { shelf: "top", interval: 3600 },
      disabled_at: null,
    });
    for (const filter of [
      { user_ids: [user, "nobody"] },
      { connected_account_ids: [account] },
      { auth_config_ids: [config] },
      { trigger_names: ["acme_thing_listed"], user_ids: [user] },
      { connectedAccountIds: [account] },
      { authConfigIds: [config] },
      { triggerIds: [id] },
      { triggerNames: [slug], user_ids: [user] },
      { deprecatedConnectedAccountUuids: [accountUuid ?? ""] },
      { deprecatedAuthConfigUuids: [configUuid] },
      { connected_account_ids: [account], connectedAccountIds: ["ca_000000000000"] },
    ]) {
      const found = await triggerInstances.listActiveTriggers(filter);
      expect([filter, found.items.map((each) => each.id)]).toEqual([filter, [id]]);
    }
    for (const filter of [
      { user_ids: ["nobody"] },
      { user_ids: [user], trigger_names: ["ACME_THING_ADDED"] },
      { trigger_ids: ["ti_000000000000"], triggerIds: [id] },
    ]) {
      const found = await triggerInstances.listActiveTriggers(filter);
      expect([filter, found.total_items]).toEqual([filter, 0]);
    }
    const set = (status: "enable" | "disable") =>
      triggerInstances.setTriggerStatus({ id, body: { status } });
    expect(await set("disable")).toEqual({ status: "success" });
    expect(await catchRefusal(set("disable"))).toBe("409 Trigger_AlreadyInState");
    const count = async (filter: Parameters<typeof triggerInstances.listActiveTriggers>[0]) =>
      (await triggerInstances.listActiveTriggers({ ...filter, trigger_ids: [id] })).total_items;
    expect(await count({})).toBe(0);
    expect(await count({ show_disabled: true })).toBe(1);
    expect(await count({ showDisabled: true })).toBe(1);
    expect(await count({ show_disabled: false, showDisabled: true })).toBe(0);
    expect(await set("enable")).toEqual({ status: "success" });
    expect(await count({})).toBe(1);
    expect(await triggerInstances.deleteTrigger({ id })).toEqual({ trigger_id: id });
    expect(await count({ show_disabled: true })).toBe(0);
    expect(
      await catchRefusals([
        triggerInstances.deleteTrigger({ id }),
        triggerInstances.setTriggerStatus({ id, body: { status: "enable" } }),
      ]),
    ).toEqual(["404 Trigger_InstanceNotFound"]);
    expect(await catchRefusal(migration.getNanoId({ uuid, type: "TRIGGER_INSTANCE" }))).toBe(
      "410 Migration_Deleted",
    );
  });

  test("fifty upserts at once are answered with one 201 and 49 times 200", async () => {
    const { coverage, keys, platform, url } = world();
    const { account } = await open("fifty");
    const send = () =>
      coverage.fetch(
        new Request(`${url}/api/v3/trigger_instances/${slug}/upsert`, {
          method: "POST",
          headers: { "x-api-key": keys.project, "content-type": "application/json" },
          body: JSON.stringify({ connectedAuthId: account, triggerConfig: { shelf: "fifty" } }),
        }),
      );
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    const listed = await platform.triggerInstances.listActiveTriggers({
      connected_account_ids: [account],
    });
    expect(listed.total_items).toBe(1);
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: account });
    const left = await platform.triggerInstances.listActiveTriggers({
      connected_account_ids: [account],
      show_disabled: true,
    });
    expect(left.total_items).toBe(0);
  });

  test("an instance that cannot be made is refused with its reason", async () => {
    const { platform } = world();
    const { triggerInstances, connectedAccounts } = platform;
    const { account } = await open("refused");
    const { account: off } = await open("refused");
    const { account: deleted } = await open("refused");
    await connectedAccounts.setConnectedAccountStatus({ nanoid: off, body: { enabled: false } });
    await connectedAccounts.deleteConnectedAccount({ nanoid: deleted });
    const upsert = (name: string, body: Record<string, unknown>) =>
      catchRefusal(triggerInstances.upsertTrigger({ slug: name, body }));
    const refusals = [
      await upsert(slug, {}),
      await upsert("ACME_NEVER", { connected_account_id: account }),
      await upsert("PLAIN_THING_GONE", { connected_account_id: account }),
      await upsert(slug, { connected_account_id: "ca_000000000000" }),
      await upsert(slug, { connected_account_id: deleted }),
      await upsert(slug, { connected_account_id: off }),
      await upsert(slug, { connected_account_id: account, trigger_config: { interval: 1 } }),
      await upsert(slug, {
        connected_account_id: account,
        toolkit_versions: { acme: "20240101_00" },
      }),
    ];
    expect(refusals).toEqual([
      "400 Validation_Failed",
      "404 Trigger_TypeNotFound",
      "410 Trigger_TypeDeleted",
      "404 Trigger_AccountNotFound",
      "410 Trigger_AccountDeleted",
      "422 Trigger_AccountNotActive",
      "422 Trigger_ConfigInvalid",
      "404 Trigger_TypeNotFound",
    ]);
  });

  test("a toolkit without authentication needs no account, and others do", async () => {
    const { triggerInstances } = world().platform;
    const upsert = (name: string, body: Record<string, unknown>) =>
      triggerInstances.upsertTrigger({ slug: name, body });
    const body = { user_id: "reader", trigger_config: { query: "specwright" } };
    const { trigger_id: id } = readUpserted(await upsert("HACKERNEWS_STORY_ADDED", body));
    const { items } = await triggerInstances.listActiveTriggers({ user_ids: ["reader"] });
    expect(items).toMatchObject([
      { id, connected_account_id: null, connected_account_uuid: null, user_id: "reader" },
    ]);
    await triggerInstances.deleteTrigger({ id });
    const { account } = await open("owner");
    expect(
      await catchRefusals([
        upsert(slug, { user_id: "reader" }),
        upsert(slug, { connected_account_id: account, user_id: "reader" }),
      ]),
    ).toEqual(["400 Validation_Failed"]);
  });

  test("an instance whose hook the application refuses is not made, and not enabled", async () => {
    const { triggerInstances } = world().platform;
    const config = await createConfig(world(), "API_KEY", [], "vault");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const upsert = (name: string) =>
      triggerInstances.upsertTrigger({
        slug: "VAULT_DOCUMENT_ADDED",
        body: { connected_account_id: account, trigger_config: { shelf: name } },
      });
    const made = await upsert("once");
    const { trigger_id: id } = readUpserted(made);
    expect(made).not.toHaveProperty("webhook");
    await triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
    const enable = triggerInstances.setTriggerStatus({ id, body: { status: "enable" } });
    expect(await catchRefusal(enable)).toBe("502 Trigger_RegistrationFailed");
    expect(await catchRefusal(upsert("once"))).toBe("502 Trigger_RegistrationFailed");
    await triggerInstances.deleteTrigger({ id });
    expect(await catchRefusal(upsert("once"))).toBe("502 Trigger_RegistrationFailed");
    const left = await triggerInstances.listActiveTriggers({
      connected_account_ids: [account],
      show_disabled: true,
    });
    expect(left.total_items).toBe(0);
  });
}
