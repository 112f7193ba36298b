import type { InputField } from "../../domain/auth-configs/auth-config-record.ts";
import type { LinkPage } from "../../domain/connected-accounts/link-page.ts";
import type { FormProblems } from "./form-problems.ts";
import { type Html, html } from "./html.ts";
import { createPage, type HostedPage } from "./page.ts";

/** The page of a link: its form, or how it ended. */
export function createLinkPage(page: LinkPage, wrong?: FormProblems): HostedPage {
  if (page.outcome === "success") return createConnectedPage(page.toolkit.name);
  if (page.outcome === "failed") return createFailedPage(page.toolkit.name);
  const { project, toolkit, userId } = page;
  const images = [project.logoUrl, toolkit.logoUrl].filter((image) => image !== null);
  const title = `Connect ${toolkit.name}`;
  const content = html`${images.map((image) => html`<img src="${image}" alt="">`)}
<h1>${title}</h1>
<p>The project <strong>${project.name}</strong> asks for access to your ${toolkit.name} account, as its user <strong>${userId}</strong>.</p>
${wrong === undefined ? null : problemList(page, wrong)}
${form(page.fields, page.redirects ? `Continue to ${toolkit.name}` : "Connect", wrong)}`;
  const titled = wrong === undefined ? title : `Error: ${title}`;
  return createPage(titled, content, images);
}

/** The closing page of a connection that was made. */
export function createConnectedPage(toolkit: string): HostedPage {
  const title = `${toolkit} is connected`;
  return createPage(
    title,
    html`<h1>${title}</h1>
<p>You can close this page and return to where you came from.</p>`,
  );
}

/** The closing page of a connection that failed. */
export function createFailedPage(toolkit: string): HostedPage {
  const title = `${toolkit} was not connected`;
  return createPage(
    title,
    html`<h1>${title}</h1>
<p>Access was refused at ${toolkit}, or ${toolkit} could not be reached. To try again, ask for a new link.</p>`,
  );
}

/** The closing page of a connection that its user declined. */
export function createDeclinedPage(toolkit: string): HostedPage {
  const title = "You declined";
  return createPage(
    title,
    html`<h1>${title}</h1>
<p>${toolkit} was not connected, and nothing was shared. You can close this page.</p>`,
  );
}

function form(
  fields: readonly InputField[],
  button: string,
  wrong: FormProblems | undefined,
): Html {
  return html`<form method="post" autocomplete="off">
${fields.map((field) => fieldInput(field, wrong))}
<button>${button}</button>
${wrong?.kind === "unchecked" ? html`<button name="link_action" value="keep">Connect without checking</button>` : null}
<button name="link_action" value="decline" formnovalidate>Decline</button>
</form>`;
}

/** Told again at the top, with links to the fields, so that whoever hears the page finds them. */
function problemList({ fields, toolkit, project }: LinkPage, wrong: FormProblems): Html {
  const leads = {
    fields: "Something is missing or not right:",
    refused: `${toolkit.name} did not accept what you entered. Nothing was saved.`,
    unchecked: `${toolkit.name} did not answer, so what you entered could not be checked. Nothing was saved. Enter it again and try once more, or connect without checking: if it is wrong, ${project.name} will not be able to use ${toolkit.name}.`,
  };
  const lines = [...wrong.problems].map(([name, problem]) => {
    const label = fields.find((field) => field.name === name)?.displayName ?? name;
    return html`<li><a href="#${name}">${label}</a>: ${problem}</li>`;
  });
  return html`<div role="alert">
<p>${leads[wrong.kind]}</p>
${
  lines.length === 0
    ? null
    : html`<ul>
${lines}
</ul>`
}
</div>`;
}

function fieldInput(field: InputField, wrong: FormProblems | undefined): Html {
  const { name, displayName, description, required, is_secret: isSecret } = field;
  const problem = wrong?.problems.get(name);
  const typed = isSecret ? undefined : wrong?.typed[name];
  const value = typeof typed === "string" ? typed : (field.default ?? undefined);
  const described = [
    description === "" ? undefined : `${name}-hint`,
    problem === undefined ? undefined : `${name}-problem`,
  ].filter((id) => id !== undefined);
  const attributes = [
    required ? html` required` : html``,
    value === undefined || isSecret ? html`` : html` value="${value}"`,
    described.length === 0 ? html`` : html` aria-describedby="${described.join(" ")}"`,
    problem === undefined ? html`` : html` aria-invalid="true"`,
  ]
    .map((attribute) => attribute.html)
    .join("");
  return html`<p>
<label for="${name}">${displayName}${required ? "" : " (optional)"}</label>
<input id="${name}" name="${name}" type="${isSecret ? "password" : "text"}" autocomplete="off" spellcheck="false"${{ html: attributes }}>
</p>
${description === "" ? null : html`<p class="hint" id="${name}-hint">${description}</p>`}
${problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`}`;
}
