import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../../../scripts/support/paths.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "../open-console.ts";
import { fillConsole } from "./fill-console.ts";
import { shownPages } from "./shown-pages.ts";

const chromium = findNeed("chromium");

/** `npm run screenshots` names the folder that keeps the pictures. As a test they go where nothing reads them. */
const kept = process.env.SCREENSHOTS_TO;

describe.skipIf(chromium === undefined)("the pictures of docs/console.md", () => {
  let opened: OpenedConsole;
  const folder = kept ?? mkdtempSync(join(tmpdir(), "console-screenshots-"));

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    opened = await openConsole(chromium ?? "");
    await opened.signIn(opened.world.keys.project);
    await fillConsole(opened.world);
  });
  afterAll(async () => {
    await opened?.close();
    if (kept === undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("every page is shown, and all pictures together have at most 1 MB", async () => {
    const { page, open, expectText } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    let bytes = 0;
    for (const { name, path, text, scheme = "light", act } of shownPages) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await open(path);
      await expectText(text);
      await act?.(page);
      const picture = join(folder, `${name}.png`);
      await page.screenshot({ path: picture, animations: "disabled", caret: "hide" });
      bytes += statSync(picture).size;
    }
    console.info(`${shownPages.length} pictures have ${bytes} bytes`);
    expect(bytes).toBeLessThan(1_000_000);
    expect(opened.faults).toEqual([]);
  });

  test("docs/console.md has each picture", () => {
    const text = readFileSync(resolveInRoot("docs/console.md"), "utf8");
    expect(shownPages.filter(({ name }) => !text.includes(`(console/${name}.png)`))).toEqual([]);
  });
});
