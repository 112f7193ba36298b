import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docs } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenedConsole, openConsole } from "../../packages/console/test/open-console.ts";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";

const chromium = findNeed("chromium");

/** What the gate looks at. The other suites of the console, and pages.test.ts, look at all kinds of pages. */
describe.skipIf(chromium === undefined)(
  "axe finds nothing, wide and light, narrow and dark",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "accessibility-"));
    let opened: OpenedConsole;
    let site: Site;

    beforeAll(async () => {
      await docs({ document: resolveInRoot("spec/openapi.yaml"), out: folder });
      site = await startSite({ docsFolder: folder });
      opened = await openConsole(chromium ?? "");
      await opened.signIn(opened.world.keys.project);
    });
    afterAll(async () => {
      await opened?.close();
      site?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** In two of the four variants, because each call takes the next one. */
    const inspectTwice = async (name: string): Promise<void> => {
      await opened.inspect(name);
      await opened.inspect(name);
    };

    test.each([
      ["/", "0 of 3 done"],
      ["/tools", "Shop"],
      ["/logs", "Nothing was executed yet"],
    ])("on the page %s of the console", async (path, text) => {
      await opened.open(path);
      await opened.expectText(text);
      await inspectTwice(path);
    });

    test("no page of the console reported an error or asked another host", () => {
      expect(opened.faults).toEqual([]);
    });

    test.each(["index.html", "operations/execute-tool.html", "schemas/toolkit.html"])(
      "on the page %s of the reference",
      async (path) => {
        await opened.page.goto(`${site.address}/docs/${path}`);
        await inspectTwice(path);
      },
    );
  },
);
