import { html } from "./html.ts";
import { createPage, type HostedPage } from "./page.ts";

/** Creates the page in place of a console that has no files: it is being built, or nobody has built it. */
export function createConsolePage(isBuilding: boolean): HostedPage {
  if (!isBuilding) {
    const title = "The console is not built";
    return createPage(
      title,
      html`<div class="closing">
<h1>${title}</h1>
<p>The service runs, and its API works. In the folder of the repository, this command builds the console:</p>
<p><code>npm run build -w packages/console</code></p>
<p>Then load this page again. <code>npm start</code> builds it by itself, and the published package contains it.</p>
<p><a class="button" href="">Load again</a></p>
</div>`,
    );
  }
  const title = "The console is being built";
  const page = createPage(
    title,
    html`<div class="closing">
<h1>${title}</h1>
<p>This takes a few seconds, and happens once after each change. The page opens by itself.</p>
</div>`,
  );
  // Without a script in the page.
  return { ...page, headers: { ...page.headers, Refresh: "1" } };
}
