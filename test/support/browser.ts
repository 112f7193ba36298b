import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { patience } from "./patience.ts";

/** A Chromium with a fresh profile; `close` ends it and removes the profile. */
export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * Starts Chromium so that it also works as root and does not contact other hosts itself. Scripts of pages can be
 * disabled.
 */
export async function startBrowser(
  executablePath: string,
  { javaScriptEnabled = true }: { readonly javaScriptEnabled?: boolean } = {},
): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "specwright-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    javaScriptEnabled,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  // For pages and elements. Playwright's own is half a minute.
  context.setDefaultTimeout(patience.timeout);
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
