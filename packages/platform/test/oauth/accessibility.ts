import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const script = readFileSync(new URL("accessibility-script.js", import.meta.url), "utf8");

/**
 * Lists the faults of a plain page, one a line, by those rules of WCAG 2.2 (A and AA) that a program can check: a
 * language and a title, one heading, labels of inputs, unique ids, contrast (1.4.3), no horizontal scrolling
 * (1.4.10), and targets of 24 pixels (2.5.8).
 */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(script);
}
