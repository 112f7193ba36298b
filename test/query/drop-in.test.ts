import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";
import { patience } from "../support/patience.ts";
import { sendJson, startAppServer } from "./support/app-server.ts";
import { blogDocument } from "./support/blog-document.ts";
import { createQueryProject, type QueryProject } from "./support/project.ts";

const chromium = findNeed("chromium");
const exported = `MethodResponse, OpenapiQueryClient, QueryKey, QueryOptionsFunction, UseInfiniteQueryMethod,
  UseMutationMethod, UseQueryMethod, UseSuspenseQueryMethod`;

/** The same program runs with both libraries. */
const libraries: Readonly<Record<string, string>> = {
  ours: `
export { createClient as createFetchClient } from "@specwright/runtime/v1/client";
export { createQueryHooks as createHooks } from "@specwright/runtime/v1/react-query";
export type { ${exported} } from "@specwright/runtime/v1/react-query";
`,
  theirs: `
export { default as createFetchClient } from "openapi-fetch";
export { default as createHooks } from "openapi-react-query";
export type { ${exported} } from "openapi-react-query";
`,
};

function createBlogProject(library: string): QueryProject {
  const project = createQueryProject(`blog-${library}`, blogDocument, ["blog.tsx"]);
  project.write("library.ts", libraries[library] ?? "");
  return project;
}

test.each(Object.keys(libraries))(
  "a program for openapi-react-query compiles with %s, with the same types and the same mistakes",
  async (library) => {
    expect(await createBlogProject(library).compile("TypeScript 7", ["blog.tsx"])).toBe("");
  },
);

describe.skipIf(chromium === undefined)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(() => browser?.close());

  test.each(Object.keys(libraries))("the program does the same with %s", async (library) => {
    const { page, requests } = await openBlog(browser, library);
    expect(await readTexts(page)).toEqual(shownTexts);
    await page.locator("#more").click();
    await page.locator("#titles", { hasText: "One, Two" }).waitFor();
    await page.locator("#add").click();
    await page.locator("#created", { hasText: "New" }).waitFor();
    await page.locator("#remove").click();
    await page.locator("#removed", { hasText: "success" }).waitFor();
    // The first ones are sent together, in the order of rendering.
    expect([...requests.slice(0, 4)].sort().concat(requests.slice(4))).toEqual([
      "GET /blogposts/5",
      "GET /blogposts/6",
      "GET /blogposts/7",
      "GET /blogposts?limit=1&page=1",
      "GET /blogposts?limit=1&page=2",
      "PUT /blogposts",
      expect.stringMatching(/blogposts/),
      expect.stringMatching(/blogposts/),
      expect.stringMatching(/blogposts/),
    ]);
  });
});

const shownTexts: Readonly<Record<string, string>> = {
  post: "Five",
  missing: "No such post.",
  length: "4",
  titles: "One",
  suspended: "Seven",
  keys: '[["get","/blogposts/{post_id}",{"params":{"path":{"post_id":5}}}],["get","/ping"],5]',
};

async function openBlog(
  browser: Browser,
  library: string,
): Promise<{ readonly page: Page; readonly requests: readonly string[] }> {
  const script = await createBlogProject(library).bundle("blog.tsx");
  const posts: Readonly<Record<string, string>> = { 5: "Five", 7: "Seven" };
  const server = await startAppServer(script, (request, query, response) => {
    const title = posts[request.slice("GET /blogposts/".length)];
    if (request === "GET /blogposts") {
      const page = Number(query.get("page"));
      const posts = [{ title: page === 1 ? "One" : "Two" }];
      return sendJson(response, 200, page === 1 ? { posts, next: 2 } : { posts });
    }
    if (request === "PUT /blogposts") {
      return sendJson(response, 201, { title: "New" });
    }
    if (request.startsWith("DELETE")) {
      response.writeHead(204).end();
      return;
    }
    return title === undefined
      ? sendJson(response, 404, { message: "No such post." })
      : sendJson(response, 200, { title });
  });
  onTestFinished(server.close);
  const page = await browser.context.newPage();
  onTestFinished(() => page.close());
  await page.goto(server.url);
  return { page, requests: server.requests };
}

async function readTexts(page: Page): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [id, text] of Object.entries(shownTexts)) {
    await page.locator(`#${id}`).filter({ hasText: text }).waitFor(patience);
    texts[id] = await page.locator(`#${id}`).innerText();
  }
  return texts;
}
