import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

/** What one visit of a page took. */
export interface PageFigures {
  /** Milliseconds from the beginning of the navigation until the heading is in the window. */
  readonly heading: number;
  /** Bytes as they were sent, compressed. */
  readonly transferred: number;
  readonly elements: number;
  /** Bytes of the objects of scripts, after the garbage was collected. */
  readonly heap: number;
  /** The most bytes that the process of the page had resident. */
  readonly resident: number;
}

/** Milliseconds after which a page counts as one that does not show the heading. */
const patience = 60_000;

/**
 * Visits an address with a new browser, and waits until a heading with the text is in the window. The other figures are
 * those of the page at rest: its elements stay the same for a second. It reads `/proc`, so it works on Linux only.
 *
 * @throws Error when the heading does not come
 */
export async function measurePage(
  executablePath: string,
  address: string,
  text: string,
): Promise<PageFigures> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      // Nothing comes from other hosts, such as fonts and logos of the peers.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const session = await page.context().newCDPSession(page);
    let transferred = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      transferred += encodedDataLength;
    });
    await session.send("Network.enable");
    await page.addInitScript({ content: printWatch(text) });
    await page.goto(address, { waitUntil: "commit" });
    const shown = await page.waitForFunction("globalThis.headingShown", null, {
      timeout: patience,
    });
    const heading = Number(await shown.jsonValue());
    const elements = await countElementsAtRest(page);
    const resident = await readPeakOfPages(browser);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return { heading, transferred, elements, heap: usedSize, resident };
  } finally {
    await browser.close();
  }
}

/**
 * A script that runs in the page before its own: it looks at the headings once for each frame, and keeps the time at
 * which the wanted one is in the window.
 */
function printWatch(text: string): string {
  return `{
  const look = () => {
    const isShown = [...document.querySelectorAll("h1, h2, h3")].some((element) => {
      const { top, height } = element.getBoundingClientRect();
      return element.textContent.trim().startsWith(${JSON.stringify(text)}) && height > 0 && top > -height
        && top < innerHeight && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    if (isShown) globalThis.headingShown = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;
}

async function countElementsAtRest(page: Page): Promise<number> {
  let elements = 0;
  for (let before = -1; before !== elements; ) {
    before = elements;
    await page.waitForTimeout(1000);
    elements = await page.evaluate<number>('document.querySelectorAll("*").length');
  }
  return elements;
}

/** The largest of the processes that show pages: the others are spare ones. */
async function readPeakOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  return Math.max(...peaks.map(Number)) * 1024;
}
