import type { LinkPage, Permission } from "../../../domain/accounts/connecting/link-page.ts";
import { createClosingPage } from "./closing-page.ts";
import type { FormProblems } from "./form-problems.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";
import { renderLinkForm, renderProblemList } from "./link-form.ts";
import { listLogos, renderMarks } from "./marks.ts";
import { createPage, type HostedPage } from "./page.ts";

/** Creates the page of a link: the project, the scopes and the form, or the outcome of a completed link. */
export function createLinkPage(page: LinkPage, wrong?: FormProblems): HostedPage {
  const { project, toolkit, purpose } = page;
  if (page.outcome !== null) {
    return createClosingPage(page.outcome, toolkit);
  }
  const title = `${purpose === "refresh" ? "Reconnect" : "Connect"} ${toolkit.name}`;
  const content = html`${renderMarks([project, toolkit])}
<h1>${title}</h1>
<p class="lead"><strong><bdi>${project.name}</bdi></strong> would like to use your <bdi>${toolkit.name}</bdi> account.</p>
${wrong === undefined ? null : renderProblemList(page, wrong)}
${renderAllowed(page)}
${renderLinkForm(page, wrong)}
${renderDetails(page)}`;
  const titled = wrong === undefined ? title : `Error: ${title}`;
  return createPage(titled, content, listLogos([project, toolkit]));
}

/** The scopes that the user agrees to. */
function renderAllowed({ permissions, project, toolkit, redirects }: LinkPage): Html {
  if (permissions.length > 0) {
    return html`<section>
<h2>This allows <bdi>${project.name}</bdi> to:</h2>
<ul class="allowed">${permissions.map(renderPermission)}</ul>
</section>`;
  }
  return redirects
    ? html`<p><bdi>${toolkit.name}</bdi> will ask you what <bdi>${project.name}</bdi> may use.</p>`
    : html`<p><bdi>${project.name}</bdi> will be able to do in <bdi>${toolkit.name}</bdi> whatever these credentials allow.</p>`;
}

function renderPermission({ scope, description }: Permission): Html {
  const text =
    description === null ? html`<code>${scope}</code>` : html`<span>${description}</span>`;
  return html`<li>${icons.check}${text}</li>`;
}

/** The next step, and the user for whom the link is. Somebody else who receives the link should decline. */
function renderDetails({
  redirects,
  signInHost,
  toolkit,
  userId,
  project,
  callbackUrl,
}: LinkPage): Html {
  const next =
    signInHost === null
      ? html`You sign in at <bdi>${toolkit.name}</bdi>. This page does not see your password.`
      : html`You sign in at <strong>${signInHost}</strong>. This page does not see your password.`;
  const stored = html`Your entries are stored encrypted, and used only to reach <bdi>${toolkit.name}</bdi> for <bdi>${project.name}</bdi>.`;
  return html`<footer>
<p>${icons.lock}<span>${redirects ? next : stored}</span></p>
<dl>
<div><dt>Connecting as</dt><dd><bdi>${userId}</bdi></dd></div>
${callbackUrl === null ? null : html`<div><dt>Then back to</dt><dd>${new URL(callbackUrl).host}</dd></div>`}
</dl>
</footer>`;
}
