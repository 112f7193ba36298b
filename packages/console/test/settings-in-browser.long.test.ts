import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("settings and projects in a browser", () => {
  let opened: OpenedConsole;
  let { world, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, page, open, inspect, expectText } = opened);
  });
  afterAll(() => opened?.close());

  const confirm = async (button: string, typed: string): Promise<void> => {
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: button }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type").fill(`${typed} `);
    expect(await dialog.getByRole("button", { name: button }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type").fill(typed);
    await dialog.getByRole("button", { name: button }).click();
  };

  test("settings are saved, and what is refused stays as it was typed", async () => {
    await opened.signIn(world.keys.project);
    await expectText("You are signed in to");
    await page.keyboard.press("g");
    await page.keyboard.press(",");
    await page.getByLabel("Name on link pages").waitFor();
    await inspect("settings");
    await page.getByLabel("Name on link pages").fill("<b>Acme</b>");
    await page.getByLabel("Secrets of accounts are masked").uncheck();
    await page.getByLabel("Logo on link pages").fill("http://logo.example/x.png");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await inspect("settings-refused");
    // The page reads the settings again meanwhile.
    await page.waitForResponse((response) => response.url().endsWith("/org/project/config"));
    expect(await page.getByLabel("Name on link pages").inputValue()).toBe("<b>Acme</b>");
    await page.getByLabel("Logo on link pages").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expectText("Saved. It counts from now on.");
    expect(await world.platform.projects.getProjectConfig()).toMatchObject({
      display_name: "<b>Acme</b>",
      mask_secret_keys_in_connected_account: false,
      log_visibility_setting: "show_all",
    });
    await expectText("You are signed in with the key of the project.");
  });

  test("a change of somebody else shows without a reload, and does not touch what is being typed", async () => {
    await page.getByLabel("Seconds for which addresses").fill("90");
    await world.platform.projects.updateProjectConfig({
      body: { display_name: "Changed elsewhere" },
    });
    await expect
      .poll(() => page.getByLabel("Name on link pages").inputValue(), { timeout: 15_000 })
      .toBe("Changed elsewhere");
    expect(await page.getByLabel("Seconds for which addresses").inputValue()).toBe("90");
    await page.getByRole("button", { name: "Undo" }).click();
  });

  test("a user is erased after the name was typed", async () => {
    const { executeTool } = world.platform.tools;
    await executeTool({
      tool_slug: "EXAMPLE_SAY_HELLO",
      body: { user_id: "leaves@example.com", arguments: { name: "Ada" } },
    });
    await page.getByLabel("User, as you named it").fill("leaves@example.com");
    await page.getByRole("button", { name: "Erase the user" }).click();
    await expectText("events with their deliveries, logs, and files");
    await inspect("settings-erase");
    await confirm("Erase the user", "leaves@example.com");
    await expectText("Erased of leaves@example.com: 1 logs.");
  });

  test("a project is made with an organization key, named, and its key is shown once", async () => {
    await page.getByRole("button", { name: "Project key" }).click();
    await opened.signOut();
    await page.getByLabel("Key", { exact: true }).fill(world.keys.owner);
    await page.keyboard.press("Enter");
    await expectText("Choose a project");
    await page.getByLabel("Name of the project").fill("from-the-console");
    await page.getByRole("button", { name: "Make the project" }).click();
    await expectText("Copy the key of from-the-console now");
    await inspect("projects-key");
    const key = await page.getByText(/^ak_/).innerText();
    expect((await world.clientWith(key).auth.getSessionInfo()).project?.name).toBe(
      "from-the-console",
    );
    await page.getByRole("button", { name: "I have it" }).click();
    await expectText("0 of 3 done");
    expect(await page.content()).not.toContain(key);
    await open("/projects");
    await page.getByRole("button", { name: "Open default" }).click();
    await expectText("What is this project?");
    await inspect("start-unnamed");
    await open("/projects");
    await inspect("projects");
    await page.getByRole("button", { name: "Open from-the-console" }).click();
    await page.getByRole("button", { name: "Project: from-the-console" }).waitFor();
  });

  test("a key is made, seen in use, and revoked", async () => {
    await open("/settings");
    await page.getByLabel("Name of a new key").fill("staging");
    await page.getByRole("button", { name: "Make a key" }).click();
    const key = await page.getByText(/^ak_[\w-]{20,}$/).innerText();
    await inspect("settings-key");
    await page.getByRole("button", { name: "I have it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "staging" });
    await row.getByText("Not used yet").first().waitFor();
    await world.clientWith(key).auth.getSessionInfo();
    await row.getByText("Last used").first().waitFor({ timeout: 15_000 });
    await row.getByRole("button", { name: "Revoke" }).click();
    await expectText("the access of every program that has it");
    await inspect("settings-revoke");
    await confirm("Revoke", "staging");
    await row.waitFor({ state: "detached" });
    await expect(world.clientWith(key).auth.getSessionInfo()).rejects.toMatchObject({
      status: 401,
    });
    await page.getByLabel("Name of a new key").fill("other-name");
    await page.getByLabel("Name of the project").fill("renamed-here");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("button", { name: "Project: renamed-here" }).waitFor();
    expect(await page.getByLabel("Name of a new key").inputValue()).toBe("other-name");
  });

  test("all keys are replaced, and the project is deleted, each after its name was typed", async () => {
    await page.getByRole("button", { name: "Replace all keys" }).click();
    await inspect("settings-replace");
    await confirm("Replace all keys", "renamed-here");
    await expectText("Copy the key default now");
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "Delete the project" }).click();
    await expectText("MCP servers, sessions of agents");
    await inspect("settings-delete");
    await confirm("Delete the project", "renamed-here");
    await page.waitForURL(/\/projects$/);
    await page.getByRole("button", { name: "Open renamed-here" }).waitFor({ state: "detached" });
    await open("/settings");
    await expectText("Choose a project");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
