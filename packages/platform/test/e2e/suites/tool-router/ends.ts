import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { hashSha256 } from "../../../../src/base/secrets/hash.ts";
import { purge } from "../../../../src/domain/removal/purge.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";

const gone = "404 ToolRouter_SessionNotFound";
const day = 24 * 60 * 60 * 1000;
const silent = { tools: [{ tool_slug: "ACME_GET_SILENT" }] };

/** How sessions of the tool router are changed, end and are withdrawn. */
export function testSessionEnds(world: () => World): void {
  const bindRouter = () => world().platform.toolRouter;
  const create = async (
    body: Schemas["CreateToolRouterSessionRequest"],
    client: World["platform"] = world().platform,
  ) => (await client.toolRouter.createSession({ body })).session_id;
  const callMcp = (session_id: string, message: object): Promise<Response> =>
    fetch(`${world().url}/tool_router/${session_id}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  const ping = async (session_id: string): Promise<number> =>
    (await callMcp(session_id, { method: "ping" })).status;
  /** Writes the end of a session as a use or a request would have, so long from now. */
  const setEnd = async (session_id: string, ms: number, is_sliding = true): Promise<void> => {
    const { database } = world().serving.platform;
    await database.transactInProject(await readProjectId(), (trx) =>
      trx
        .updateTable("tool_router_sessions")
        .set({ is_sliding, expires_at: sql`now() + make_interval(secs => ${ms / 1000}::float8)` })
        .where("id", "=", hashSha256(session_id))
        .execute(),
    );
  };
  const readProjectId = async (): Promise<string> => {
    const { data } = await world().owner.projects.listProjects({});
    return data.find(({ name }) => name === "default")?.id ?? "";
  };
  const readMsLeft = async (session_id: string): Promise<number> =>
    Date.parse((await bindRouter().getSession({ session_id })).expires_at) - Date.now();
  /** Begins a call over MCP whose application does not answer. */
  const hang = async (session_id: string): Promise<{ readonly status: Promise<number> }> => {
    const count = () => world().application.seen.filter(({ path }) => path === "/api/silent");
    const before = count().length;
    const call = { name: "PLATFORM_MULTI_EXECUTE_TOOL", arguments: silent };
    const answered = callMcp(session_id, { method: "tools/call", params: call });
    await expect.poll(() => count().length).toBe(before + 1);
    return { status: answered.then(({ status }) => status) };
  };

  // Other suites list the logs of calls that hang.
  afterAll(async () => {
    for (const user_id of ["ends during a call", "withdrawn", "several"]) {
      await world().platform.users.deleteUser({ user_id });
    }
  });

  test("settings that are sent replace those of a session, and the others stay", async () => {
    const tools = { acme: { disable: ["ACME_BREAK_THING"] } };
    const session_id = await create({ user_id: "changes", toolkits: { enable: ["acme"] }, tools });
    const update = (body: Schemas["UpdateToolRouterSessionRequest"], id = session_id) =>
      bindRouter().updateSession({ session_id: id, body });
    const changed = await update({ user_id: "changes", toolkits: { disable: ["quay"] } });
    expect(changed.config).toMatchObject({
      user_id: "changes",
      toolkits: { disabled: ["quay"] },
      tools: { acme: { disabled: ["ACME_BREAK_THING"] } },
    });
    expect(changed.config.toolkits).not.toHaveProperty("enabled");
    expect(await bindRouter().getSession({ session_id })).toEqual(changed);
    expect(await catchRefusal(update({ user_id: "another" }))).toBe("400 Validation_Failed");
    expect(await catchRefusal(update({ toolkits: { enabled: ["nokit"] } }))).toBe(
      "404 Toolkit_NotFound",
    );
    expect(await catchRefusal(update({ auth_configs: { acme: "ac_000000000000" } }))).toBe(
      "404 AuthConfig_NotFound",
    );
    expect(await catchRefusal(update({ connected_accounts: { acme: "ca_000000000000" } }))).toBe(
      "404 ConnectedAccount_NotFound",
    );
    expect(await bindRouter().getSession({ session_id })).toEqual(changed);
    const ofOthers = world().other.toolRouter;
    expect(
      await catchRefusals([
        ofOthers.updateSession({ session_id, body: {} }),
        ofOthers.deleteSession({ session_id }),
      ]),
    ).toEqual(["403 ToolRouter_SessionNotOwned"]);
  });

  test("a session ends at the time that a request sets, an hour to a year ahead", async () => {
    const inHours = (hours: number): string =>
      new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();
    for (const expires_at of [inHours(0.9), inHours(24 * 367), "2016-12-31T23:59:60Z"]) {
      const refused = await catchRefusal(create({ user_id: "ends", expires_at }));
      expect(refused).toBe("400 Validation_Failed");
    }
    const expires_at = inHours(2);
    const made = await bindRouter().createSession({ body: { user_id: "ends", expires_at } });
    const { session_id } = made;
    expect(made.expires_at).toBe(expires_at);
    // A use does not move it.
    await bindRouter().listSessionTools({ session_id });
    expect((await bindRouter().getSession({ session_id })).expires_at).toBe(expires_at);
    await bindRouter().updateSession({ session_id, body: { expires_at: null } });
    expect(await readMsLeft(session_id)).toBeGreaterThan(29 * day);
  });

  test("uses move the end of a session, once a day at most, and reading it does not", async () => {
    const session_id = await create({ user_id: "slides" });
    for (const [msLeft, isMoved] of [
      [29.5 * day, false],
      [28.5 * day, true],
    ] as const) {
      for (const use of [
        () => ping(session_id),
        () => bindRouter().listSessionToolkits({ session_id }),
      ]) {
        await setEnd(session_id, msLeft);
        await bindRouter().getSession({ session_id });
        expect(await readMsLeft(session_id)).toBeLessThan(msLeft + 60_000);
        await use();
        expect((await readMsLeft(session_id)) > msLeft + 60_000).toBe(isMoved);
      }
    }
  });

  test("a session that has ended is one that never was, over MCP too, and is purged", async () => {
    const session_id = await create({ user_id: "over" });
    const other = await create({ user_id: "not over" });
    const { redirect_url } = await bindRouter().createSessionLink({
      session_id,
      body: { toolkit: "acme" },
    });
    const open = async (): Promise<number> => (await fetch(redirect_url)).status;
    expect([await ping(session_id), await open()]).toEqual([200, 200]);
    await setEnd(session_id, -1);
    expect([await ping(session_id), await open()]).toEqual([404, 404]);
    expect(
      await catchRefusals([
        bindRouter().getSession({ session_id }),
        bindRouter().listSessionTools({ session_id }),
        bindRouter().updateSession({ session_id, body: {} }),
        bindRouter().deleteSession({ session_id }),
        world().other.toolRouter.getSession({ session_id }),
      ]),
    ).toEqual([gone]);
    const { platform } = world().serving;
    await purge(platform);
    const left = await platform.database.transactInProject(await readProjectId(), (trx) =>
      trx.selectFrom("tool_router_sessions").select("id").execute(),
    );
    const ids = left.map(({ id }) => id);
    expect(ids).not.toContain(hashSha256(session_id));
    expect(ids).toContain(hashSha256(other));
  });

  test("a call that runs when its session ends, ends with it", async () => {
    const session_id = await create({ user_id: "ends during a call" });
    const minutes = 45;
    await setEnd(session_id, minutes * 60_000, false);
    // The timer of the call, which the test lets run out.
    const end = new AbortController();
    const { timeout } = AbortSignal;
    const spied = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((ms) =>
        ms > 10 * 60_000 && ms <= minutes * 60_000 ? end.signal : timeout.call(AbortSignal, ms),
      );
    onTestFinished(() => spied.mockRestore());
    const { status } = await hang(session_id);
    end.abort();
    expect(await status).toBe(202);
  });

  test("a deleted session is gone, with its links and its running calls", async () => {
    const session_id = await create({ user_id: "withdrawn" });
    const { redirect_url } = await bindRouter().createSessionLink({
      session_id,
      body: { toolkit: "acme" },
    });
    const hanging = await hang(session_id);
    expect(await bindRouter().deleteSession({ session_id })).toEqual({ session_id, deleted: true });
    expect(await hanging.status).toBe(202);
    expect([await ping(session_id), (await fetch(redirect_url)).status]).toEqual([404, 404]);
    expect(await catchRefusal(bindRouter().deleteSession({ session_id }))).toBe(gone);
  });

  test("sessions are listed without their ids, by user, with their last use, and one that ended is not", async () => {
    const list = async (user_id: string) => (await bindRouter().listSessions({ user_id })).items;
    const toolkits = { enable: ["acme"] };
    const made = await bindRouter().createSession({ body: { user_id: "listed", toolkits } });
    const { session_id, handle, expires_at } = made;
    const over = await create({ user_id: "listed" });
    const foreign = await world().other.toolRouter.createSession({ body: { user_id: "listed" } });
    await setEnd(over, -1);
    const [item, ...others] = await list("listed");
    expect(others).toEqual([]);
    expect(item).toEqual({
      handle,
      user_id: "listed",
      toolkits: { enabled: ["acme"] },
      created_at: expect.any(String),
      last_used_at: null,
      expires_at,
    });
    await bindRouter().getSession({ session_id });
    expect((await list("listed"))[0]?.last_used_at).toBeNull();
    expect(await ping(session_id)).toBe(200);
    const used = (await list("listed"))[0]?.last_used_at;
    expect(Date.parse(used ?? "")).toBeGreaterThanOrEqual(Date.parse(item?.created_at ?? ""));
    // It is noted once an hour.
    await ping(session_id);
    expect((await list("listed"))[0]?.last_used_at).toBe(used);
    const all = await bindRouter().listSessions({ limit: 1000 });
    const text = JSON.stringify(all);
    expect(text).toContain(handle);
    expect(text).not.toContain("trs_");
    expect(text).not.toContain(foreign.handle);
    expect(all.total_items).toBe(all.items.length);
    expect(all.items.map(({ created_at }) => created_at)).toEqual(
      all.items
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
  });

  test("a session is deleted by its handle, with its running calls, and a handle does nothing else", async () => {
    const made = await bindRouter().createSession({ body: { user_id: "withdrawn" } });
    const { session_id, handle } = made;
    const hanging = await hang(session_id);
    expect(await ping(handle)).toBe(400);
    expect(await ping(handle.replace("trh_", "trs_"))).toBe(404);
    const ofOthers = world().other.toolRouter.deleteSessionByHandle({ handle });
    expect(await catchRefusal(ofOthers)).toBe(gone);
    expect(await ping(session_id)).toBe(200);
    expect(await bindRouter().deleteSessionByHandle({ handle })).toEqual({ handle, deleted: true });
    expect(await hanging.status).toBe(202);
    expect(await ping(session_id)).toBe(404);
    expect(await catchRefusal(bindRouter().deleteSessionByHandle({ handle }))).toBe(gone);
  });

  test("all sessions of a user are deleted together, and those of others stay", async () => {
    const [first, second, other] = [
      await create({ user_id: "several" }),
      await create({ user_id: "several" }),
      await create({ user_id: "one" }),
    ];
    const foreign = await create({ user_id: "several" }, world().other);
    const hanging = await hang(first);
    expect(await bindRouter().deleteSessions({ user_id: "several" })).toEqual({
      user_id: "several",
      deleted_sessions: 2,
    });
    expect(await hanging.status).toBe(202);
    expect(await Promise.all([first, second, other, foreign].map(ping))).toEqual([
      404, 404, 200, 200,
    ]);
    expect((await bindRouter().deleteSessions({ user_id: "several" })).deleted_sessions).toBe(0);
  });

  test("a regenerated key leaves sessions as they are, unless they are revoked with it", async () => {
    const { owner, clientWith } = world();
    const made = await owner.projects.createProject({
      body: { name: "revokes", should_create_api_key: true },
    });
    const session_id = await create({ user_id: "ruth" }, clientWith(made.api_key ?? ""));
    const nano_id = made.id;
    const kept = await owner.projects.regenerateApiKey({ nano_id });
    expect([kept.revoked_sessions, await ping(session_id)]).toEqual([0, 200]);
    const hanging = await hang(session_id);
    const body = { revoke_sessions: true };
    const revoked = await owner.projects.regenerateApiKey({ nano_id, body });
    expect([revoked.revoked_sessions, await hanging.status, await ping(session_id)]).toEqual([
      1, 202, 404,
    ]);
  });
}
