import { expect, test } from "vitest";
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
    expect(await catchRefusal(owner.projects.listProjects({ limit: 0 }))).toBe(
      "400 Validation_Failed",
    );
    const listed = await owner.projects.listProjects();
    expect(listed.data.map((project) => project.id)).toContain(made.id);
    expect(await owner.projects.deleteProject({ nano_id: made.id })).toEqual({ status: "success" });
    expect(await catchRefusal(clientWith(key).auth.getSessionInfo())).toBe("401 Auth_KeyInvalid");
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
}
