import { expect, test } from "vitest";
import { hashSha256 } from "../../../src/base/secrets/hash.ts";
import { createConsoleLink } from "../../../src/domain/keys/console-sessions.ts";
import { catchRefusal, type World } from "../world.ts";

/** Keys, projects and their settings. */
export function testProjects(world: () => World): void {
  test("a key shows its project or organization", async () => {
    const { platform, owner } = world();
    const info = await platform.auth.getSessionInfo();
    expect(info.key_type).toBe("project");
    expect(info.project?.name).toBe("default");
    expect(await owner.auth.getSessionInfo()).toMatchObject({
      key_type: "organization",
      project: null,
      organization: info.organization,
    });
  });

  test("projects are made, listed, read and deleted, and their key is refused from then on", async () => {
    const { owner, clientWith } = world();
    const made = await owner.projects.createProject({
      body: { name: "short-lived", should_create_api_key: true },
    });
    const key = made.api_key ?? "";
    expect(key).toMatch(/^ak_/);
    expect((await owner.projects.getProject({ nano_id: made.id })).api_keys[0]?.key).toBe(
      `ak_${key.slice(3, 4)}...`,
    );
    const renamed = await owner.projects.updateProject({
      nano_id: made.id,
      body: { name: "renamed" },
    });
    expect(renamed).toMatchObject({ id: made.id, name: "renamed" });
    expect((await clientWith(key).auth.getSessionInfo()).project?.name).toBe("renamed");
    const rename = (name: string) =>
      owner.projects.updateProject({ nano_id: made.id, body: { name } });
    expect(await catchRefusal(rename("with spaces"))).toBe("400 Validation_Failed");
    expect(await catchRefusal(owner.projects.listProjects({ limit: 0 }))).toBe(
      "400 Validation_Failed",
    );
    const listed = await owner.projects.listProjects();
    expect(listed.data.map((project) => project.id)).toContain(made.id);
    expect(await owner.projects.deleteProject({ nano_id: made.id })).toEqual({ status: "success" });
    expect(await catchRefusal(clientWith(key).auth.getSessionInfo())).toBe("401 Auth_KeyInvalid");
    expect(await catchRefusal(rename("gone"))).toBe("404 Project_NotFound");
    for (const call of [
      owner.projects.getProject,
      owner.projects.deleteProject,
      owner.projects.regenerateApiKey,
    ]) {
      expect(await catchRefusal(call({ nano_id: made.id }))).toBe("404 Project_NotFound");
    }
  });

  test("a regenerated key works and the old one is refused from the answer on", async () => {
    const { owner, clientWith } = world();
    const made = await owner.projects.createProject({
      body: { name: "renewed", should_create_api_key: true },
    });
    const { api_key: renewed } = await owner.projects.regenerateApiKey({ nano_id: made.id });
    expect((await clientWith(renewed.key).auth.getSessionInfo()).project?.id).toBe(made.id);
    const old = clientWith(made.api_key ?? "");
    expect(await catchRefusal(old.auth.getSessionInfo())).toBe("401 Auth_KeyInvalid");
  });

  test("the activity of a project is shown in buckets, and a period that is not known is refused", async () => {
    const { console: browser } = world().platform;
    const activity = await browser.getProjectActivity({ period: "hour" });
    expect(activity.buckets).toHaveLength(60);
    expect(activity.bucket_seconds).toBe(60);
    const counted = activity.buckets.reduce((sum, { executions }) => sum + executions, 0);
    expect(counted).toBe(activity.total.executions);
    expect(await catchRefusal(browser.getProjectActivity({ period: "year" as "day" }))).toBe(
      "400 Validation_Failed",
    );
  });

  test("a project has several keys, which are named, seen in use, and deleted one by one", async () => {
    const { owner, clientWith } = world();
    const { id: nano_id, api_key } = await owner.projects.createProject({
      body: { name: "many-keys", should_create_api_key: true },
    });
    const body = { name: "staging" };
    const made = await owner.projects.createProjectKey({ nano_id, body });
    const list = async () => (await owner.projects.getProject({ nano_id })).api_keys;
    const find = async () => (await list()).find(({ id }) => id === made.id);
    expect(await find()).toEqual({
      id: made.id,
      name: "staging",
      key: `${made.key.slice(0, 4)}...`,
      created_at: made.created_at,
      last_used_at: null,
    });
    expect((await clientWith(made.key).auth.getSessionInfo()).project?.id).toBe(nano_id);
    expect((await find())?.last_used_at).toMatch(/^20/);
    const remove = (key_id: string) => owner.projects.deleteProjectKey({ nano_id, key_id });
    expect(await remove(made.id)).toEqual({ id: made.id, deleted: true });
    expect(await catchRefusal(clientWith(made.key).auth.getSessionInfo())).toBe(
      "401 Auth_KeyInvalid",
    );
    expect((await clientWith(api_key ?? "").auth.getSessionInfo()).project?.id).toBe(nano_id);
    expect(await catchRefusal(remove(made.id))).toBe("404 Project_KeyNotFound");
    const others = await owner.projects.createProject({
      body: { name: "others", should_create_api_key: true },
    });
    const [key] = (await owner.projects.getProject({ nano_id: others.id })).api_keys;
    expect(await catchRefusal(remove(key?.id ?? ""))).toBe("404 Project_KeyNotFound");
    const gone = { nano_id: "proj_000000000000", body };
    expect(await catchRefusal(owner.projects.createProjectKey(gone))).toBe("404 Project_NotFound");
    const inGone = { nano_id: gone.nano_id, key_id: made.id };
    expect(await catchRefusal(owner.projects.deleteProjectKey(inGone))).toBe(
      "404 Project_NotFound",
    );
    const more = await Promise.all(
      Array.from({ length: 25 }, () =>
        owner.projects.createProjectKey({ nano_id, body }).then(
          () => "made",
          (error) => String(error.body?.error?.slug),
        ),
      ),
    );
    expect(more.filter((each) => each === "made")).toHaveLength(19);
    expect(new Set(more)).toEqual(new Set(["made", "Project_TooManyKeys"]));
    expect(await list()).toHaveLength(20);
  });

  test("the quotas of a project are shown with their use", async () => {
    const { quotas } = await world().platform.projects.getProjectUsage();
    expect(quotas.map(({ name, limit, unit }) => [name, limit, unit])).toEqual([
      ["file_bytes", 10 * 1024 ** 3, "bytes"],
      ["toolkit_bytes", 500 * 1024 ** 2, "bytes"],
      ["log_and_event_bytes", 10 * 1024 ** 3, "bytes"],
      ["executions_at_once", 32, "executions"],
      ["connections", 1000, "connections"],
      ["processor_time_in_a_minute", 60_000, "milliseconds"],
    ]);
    expect(quotas.every(({ used }) => used >= 0)).toBe(true);
    // Connections are counted once a second.
    const countConnections = async (): Promise<number | undefined> => {
      const usage = await world().platform.projects.getProjectUsage();
      return usage.quotas.find(({ name }) => name === "connections")?.used;
    };
    await expect.poll(countConnections).toBeGreaterThan(0);
  });

  test("settings change member by member", async () => {
    const { platform } = world();
    const before = await platform.projects.getProjectConfig();
    expect(before.mask_secret_keys_in_connected_account).toBe(true);
    const changed = await platform.projects.updateProjectConfig({ body: { display_name: "Acme" } });
    expect(changed).toEqual({ ...before, display_name: "Acme" });
    const wrong = platform.projects.updateProjectConfig({
      body: { logo_url: "http://x.example/" },
    });
    expect(await catchRefusal(wrong)).toBe("400 Validation_Failed");
  });

  test("settings accept only documented members, and any text that can be stored", async () => {
    const { updateProjectConfig } = world().platform.projects;
    const changed = await updateProjectConfig({ body: { display_name: "a\ud800b" } });
    expect(changed.display_name).toBe("a\ufffdb");
    // In a separate constant: the types would refuse the unknown member in a literal.
    const unknown = { display_name: "Acme", unknown: "kept?" };
    expect(await catchRefusal(updateProjectConfig({ body: unknown }))).toBe(
      "400 Validation_Failed",
    );
    const zero = updateProjectConfig({ body: { display_name: "a\u0000b" } });
    expect(await catchRefusal(zero)).toBe("400 Validation_Failed");
  });

  test("a browser signs in with a key and with a link, is known, and signs out", async () => {
    const { url, keys, coverage, serving } = world();
    const send = async (method: string, path: string, headers: object, body?: object) => {
      const response = await coverage.fetch(
        new Request(`${url}/api/v3/console/session${path}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      return { status: response.status, cookie, body: JSON.parse(await response.text()) };
    };
    const link = await createConsoleLink(serving.platform, hashSha256(keys.project));
    const token = new URL(link).hash.slice(1);
    for (const begun of [
      await send("POST", "", { "x-api-key": keys.owner }),
      await send("POST", "/link", {}, { token }),
    ]) {
      expect(begun.status).toBe(201);
      const headers = { cookie: begun.cookie, "x-csrf-token": begun.body.csrf_token };
      const foreign = { ...headers, origin: "https://evil.example" };
      for (const [method, path, body] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", ""],
        ["POST", "/link", { token }],
      ] as const) {
        const key = method === "POST" ? { "x-api-key": keys.owner } : {};
        const refused = await send(method, path, { ...foreign, ...key }, body);
        expect(refused.body.error.slug).toBe("Auth_OriginNotAllowed");
        if (method === "POST") {
          const proxied = await send(
            method,
            path,
            { ...key, "x-forwarded-for": "192.0.2.1" },
            body,
          );
          expect(proxied.body.error.slug).toBe("Auth_ConsoleAddressRefused");
        }
      }
      const { cookie } = begun;
      expect((await send("DELETE", "", { cookie })).body.error.slug).toBe("Auth_CsrfTokenInvalid");
      expect((await send("GET", "", headers)).body.organization).toEqual(begun.body.organization);
      expect((await send("DELETE", "", headers)).body).toEqual({ success: true });
      expect((await send("GET", "", headers)).status).toBe(401);
    }
  });
}
