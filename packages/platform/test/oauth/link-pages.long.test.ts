import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { findAccessibilityProblems } from "./accessibility.ts";
import { useBrowser } from "./browser-at-work.ts";
import { runInDeployment } from "./deployment.ts";
import { agree, logIn, openPage, signIn } from "./sign-in.ts";

const screenshots = process.env.SCREENSHOTS;

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("pages of links in Chromium", () => {
  const suite = useBrowser(chromium ?? "");
  const { createLink, shows, tokenCalls } = suite;

  test("without a callback address the user sees the success, and the used link shows it too", async () => {
    const { redirect_url: link } = await createLink();
    await signIn(suite.page, link);
    await shows("Harbour is connected");
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    await suite.page.goto(link);
    await shows("Harbour is connected");
  });

  test("a link that was completed in another window says that it was used", async () => {
    const { redirect_url: link } = await createLink();
    const second = await openPage(suite.browser.context);
    await second.goto(link);
    await signIn(suite.page, link);
    await second.getByRole("button", { name: "Continue to Harbour" }).click();
    await shows("This link was used already", second);
    expect(await second.locator("main").innerText()).toContain("ask for a new link");
    expect(await findAccessibilityProblems(second)).toEqual([]);
    await second.close();
  });

  test("a link that has ended says so, before the sign-in and after it", async () => {
    const expire = (id: string): Promise<void> =>
      runInDeployment(suite.deployment, async ({ trx }) => {
        const past = new Date(0);
        const link = trx.updateTable("link_tokens").set({ expires_at: past });
        const [{ id: linkId } = { id: "" }] = await link
          .where("connected_account_id", "=", id)
          .returning("id")
          .execute();
        const states = trx.updateTable("oauth_states").set({ expires_at: past });
        await states.where("link_id", "=", linkId).execute();
      });
    const early = await createLink();
    await expire(early.connected_account_id);
    const answer = await suite.page.goto(early.redirect_url);
    expect(answer?.status()).toBe(404);
    await shows("This link has ended");
    expect(await suite.page.locator("main").innerText()).toContain("Ask for a new one");
    const late = await createLink();
    const before = tokenCalls();
    await logIn(suite.page, late.redirect_url);
    await expire(late.connected_account_id);
    await agree(suite.page);
    await shows("This sign-in cannot be completed");
    expect(tokenCalls()).toBe(before);
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
  });

  test("the pages can be read and used at every width, in light and dark, and with the keyboard alone", async () => {
    const { platform } = suite.deployment;
    const keys = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "lighthouse" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const finishLink = async (config: string): Promise<string> => {
      const { redirect_url: link } = await createLink(undefined, config);
      await suite.page.goto(link);
      await suite.page.getByLabel("Secret key").fill("canary-key-2");
      await suite.page.getByRole("button", { name: "Connect" }).click();
      await shows("Saved, not checked");
      await suite.page.goto(link);
      await shows("Saved, not checked");
      return link;
    };
    const links = {
      consent: (await createLink()).redirect_url,
      error: `${suite.deployment.url}/link/`,
      end: await finishLink(keys.auth_config.id),
      fields: (await createLink(undefined, keys.auth_config.id)).redirect_url,
    };
    for (const [name, link] of Object.entries(links)) {
      for (const width of [320, 1280]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await suite.page.setViewportSize({ width, height: 720 });
          await suite.page.emulateMedia({ colorScheme });
          await suite.page.goto(link);
          expect([name, width, colorScheme, await findAccessibilityProblems(suite.page)]).toEqual([
            name,
            width,
            colorScheme,
            [],
          ]);
          if (screenshots !== undefined) {
            const path = join(screenshots, `link-${name}-${width}-${colorScheme}.png`);
            await suite.page.screenshot({ path });
          }
        }
      }
    }
    await suite.page.keyboard.press("Tab");
    expect(await suite.page.locator(":focus").getAttribute("name")).toBe("generic_api_key");
    expect(
      await suite.page
        .locator(":focus")
        // The page's own function, which the types here do not know.
        .evaluate(
          (field: object) => Reflect.get(globalThis, "getComputedStyle")(field).outlineStyle,
        ),
    ).not.toBe("none");
    await suite.page.keyboard.press("Tab");
    await suite.page.keyboard.type("eu");
    // The browser itself refuses to submit an empty required field. With `novalidate`, the server has to refuse it.
    await suite.page
      .locator("form")
      .evaluate((form: object) => Object.assign(form, { noValidate: true }));
    await suite.page.keyboard.press("Enter");
    expect(await suite.page.getByRole("alert").innerText()).toContain(
      "Secret key: Fill in this field.",
    );
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    if (screenshots !== undefined) {
      await suite.page.screenshot({ path: join(screenshots, "link-problem.png") });
    }
    expect(await suite.page.getByLabel("Region (optional)").inputValue()).toBe("eu");
    await suite.page.getByRole("alert").getByRole("link").click();
    await suite.page.keyboard.type("canary-key-1");
    await suite.page.keyboard.press("Enter");
    await shows("Saved, not checked");
  });

  test("a refused token, and one that cannot be checked, come back with the reason and the choice", async () => {
    const createTried = async (slug: string): Promise<string> => {
      const { auth_config } = await suite.deployment.platform.authConfigs.createAuthConfig({
        body: {
          toolkit: { slug },
          auth_config: { type: "use_custom_auth", authScheme: "BEARER_TOKEN", credentials: {} },
        },
      });
      return (await createLink(suite.application.url, auth_config.id)).redirect_url;
    };
    const fill = async (button: string): Promise<void> => {
      await suite.page.getByLabel("Token").fill("canary-token-3");
      await suite.page.getByLabel("Pier (optional)").fill("west");
      // The page before it may have an alert, too.
      const loaded = suite.page.waitForEvent("load");
      await suite.page.getByRole("button", { name: button }).click();
      await loaded;
    };
    await suite.page.setViewportSize({ width: 320, height: 720 });
    await suite.page.goto(await createTried("beacon"));
    await fill("Connect");
    expect(await suite.page.getByRole("alert").innerText()).toContain("beacon did not accept this");
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    expect(await suite.page.getByLabel("Pier (optional)").inputValue()).toBe("west");
    expect(await suite.page.getByLabel("Token").inputValue()).toBe("");
    await suite.page.goto(await createTried("wreck"));
    await fill("Connect");
    expect(await suite.page.getByRole("alert").innerText()).toContain("wreck did not answer");
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    await fill("Try again");
    expect(await suite.page.getByRole("alert").innerText()).toContain("wreck did not answer");
    await fill("Connect without checking");
    await shows("Welcome back");
    expect(suite.page.url()).toContain("status=success");
  });

  test("the log contains neither tokens nor secrets from addresses", () => {
    const text = suite.deployment.log.join("");
    expect(text).not.toMatch(/lk_[\w-]{20}|state=|code=|canary|Bearer /);
    expect(text).not.toContain("unexpected");
  });
});
