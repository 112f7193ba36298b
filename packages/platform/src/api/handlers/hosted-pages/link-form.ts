import type { Schemas } from "../../../base/api-types.ts";
import type { LinkPage } from "../../../domain/accounts/connecting/link-page.ts";
import type { FormProblems } from "./form-problems.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";

/** The form of a link, with its buttons. The Enter key presses the first one. */
export function renderLinkForm(page: LinkPage, wrong: FormProblems | undefined): Html {
  const { fields, redirects, toolkit } = page;
  const connect = redirects ? `Continue to ${toolkit.name}` : "Connect";
  const isUnchecked = wrong?.kind === "unchecked";
  return html`<form method="post" autocomplete="off">
${fields.map((field) => renderFieldInput(field, wrong))}
<div class="actions">
<button>${isUnchecked ? "Try again" : connect}</button>
${isUnchecked ? html`<button class="second" name="link_action" value="keep">Connect without checking</button>` : null}
<button class="second" name="link_action" value="decline" formnovalidate>Decline</button>
</div>
</form>`;
}

/** The problems at the top of the page, with links to the fields, so that users of screen readers find them. */
export function renderProblemList(page: LinkPage, wrong: FormProblems): Html {
  const lines = [...wrong.problems].map(([name, problem]) => {
    const label = page.fields.find((field) => field.name === name)?.displayName ?? name;
    return html`<li><a href="#${name}">${label}</a>: ${problem}</li>`;
  });
  return html`<div class="alert" role="alert">
${icons.warning}
<div>
<p>${renderReason(page, wrong.kind)}</p>
${lines.length === 0 ? null : html`<ul>${lines}</ul>`}
</div>
</div>`;
}

function renderReason({ project, toolkit }: LinkPage, kind: FormProblems["kind"]): Html {
  const application = html`<bdi>${toolkit.name}</bdi>`;
  switch (kind) {
    case "fields":
      return html`<strong>Something is missing or not right.</strong>`;
    case "refused":
      return html`<strong>${application} did not accept this.</strong> Nothing was saved.`;
    case "unchecked":
      return html`<strong>${application} did not answer</strong>, so nothing could be checked, and nothing was saved. Enter it again and try once more, or connect without checking: if something is wrong, <bdi>${project.name}</bdi> will not be able to use ${application}.`;
    default:
      return kind satisfies never;
  }
}

function renderFieldInput(
  field: Schemas["AuthConfigInputField"],
  wrong: FormProblems | undefined,
): Html {
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
    described.length === 0 ? html`` : html` aria-describedby="${described.join(" ")}"`,
    problem === undefined ? html`` : html` aria-invalid="true"`,
  ]
    .map((attribute) => attribute.html)
    .join("");
  const renderInput = (): Html => {
    const number = field.type === "integer" || field.type === "number";
    const own = [
      number ? html` inputmode="decimal"` : html``,
      value === undefined || isSecret ? html`` : html` value="${value}"`,
    ].map((attribute) => attribute.html);
    return html`<input id="${name}" name="${name}" type="${isSecret ? "password" : "text"}" dir="auto" autocomplete="off" autocapitalize="none" spellcheck="false"${{ html: own.join("") + attributes }}>`;
  };
  const renderChoices = (choices: readonly string[]): Html => {
    // An empty first choice makes the browser ask for a decision.
    const all = value !== undefined && choices.includes(value) ? choices : ["", ...choices];
    return html`<select id="${name}" name="${name}"${{ html: attributes }}>
${all.map((choice) => html`<option${{ html: choice === value ? " selected" : "" }}>${choice}</option>`)}
</select>`;
  };
  return html`<div class="field">
<label for="${name}">${displayName}${required ? null : html` <span>(optional)</span>`}</label>
${description === "" ? null : html`<p class="hint" id="${name}-hint">${description}</p>`}
${field.enum === undefined ? renderInput() : renderChoices(field.enum)}
${problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`;
}
