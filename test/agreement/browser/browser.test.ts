import { afterAll, beforeAll, describe } from "vitest";
import { type Browser, startBrowser } from "../../support/browser.ts";
import { findNeed } from "../../support/needs.ts";
import { testAnswers } from "./answers.ts";
import { testAuth } from "./auth.ts";
import { testExactNumbers } from "./exact-numbers.ts";

const chromium = findNeed("chromium");

/** The suites share one browser, because starting it takes longer than all their tests. */
describe.skipIf(chromium === undefined)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(() => browser.close());

  describe("answers", () => testAnswers(() => browser));
  describe("exact numbers", () => testExactNumbers(() => browser));
  describe("auth", () => testAuth(() => browser));
});
