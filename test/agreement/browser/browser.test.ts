import { afterAll, beforeAll, describe } from "vitest";
import { type Browser, startBrowser } from "../../support/browser.ts";
import { need } from "../../support/needs.ts";
import { testAnswers } from "./answers.ts";
import { testAuth } from "./auth.ts";

const chromium = need("chromium");

/** One browser for both: its start takes longer than all of them. */
describe.skipIf(chromium === undefined)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(() => browser.close());

  describe("answers", () => testAnswers(() => browser));
  describe("auth", () => testAuth(() => browser));
});
