import type { InputField } from "../../domain/auth-configs/auth-config-record.ts";
import type { LinkPage } from "../../domain/connected-accounts/link-page.ts";
import { type Html, html } from "./html.ts";
import { createPage, type HostedPage } from "./page.ts";

/** What was wrong with a form that was sent: by field, and what the user had typed that is no secret. */
export type FormProblems = {
  /** Messages by the name of their field. */
  readonly problems: ReadonlyMap<string, string>;
  readonly typed: Readonly<Record<string, unknown>>;
};

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
${wrong === undefined ? null : problemList(page.fields, wrong)}
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

function form(
  fields: readonly InputField[],
  button: string,
  wrong: FormProblems | undefined,
): Html {
  return html`<form method="post" autocomplete="off">
${fields.map((field) => fieldInput(field, wrong))}
<button>${button}</button>
</form>`;
}

/** Told again at the top, with links to the fields, so that whoever hears the page finds them. */
function problemList(fields: readonly InputField[], wrong: FormProblems): Html {
  const lines = [...wrong.problems].map(([name, problem]) => {
    const label = fields.find((field) => field.name === name)?.displayName ?? name;
    return html`<li><a href="#${name}">${label}</a>: ${problem}</li>`;
  });
  return html`<div role="alert">
<p>Something is missing or not right:</p>
<ul>
${lines}
</ul>
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
