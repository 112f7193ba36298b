import type { Model } from "../../../document/model/model.ts";
import type { OutputFile } from "../../../output-file.ts";
import { escapeCodeSpan } from "../../../text/code-span.ts";
import type { Render } from "../../../text/render.ts";
import { escapeMarkdown } from "../../shared/escape/markdown.ts";
import { escapeMarkdownLabel } from "../../shared/escape/markdown-label.ts";
import { escapeMarkdownLine, escapeMarkdownText } from "../../shared/escape/markdown-text.ts";
import { listChangeLines, type VersionChanges } from "../changes-page.ts";
import type { DocumentedError } from "./list-errors.ts";
import type { PlannedOperation, SitePlan } from "./plan-site.ts";
import { viewCredentials } from "./security-view.ts";

/** The Markdown of the pages that list others: groups, webhooks, schemas, authentication and errors. */
export function emitTwins(
  {
    plan,
    model,
    errors,
    version,
  }: {
    readonly plan: SitePlan;
    readonly model: Model;
    readonly errors: readonly DocumentedError[];
    readonly version: VersionChanges | undefined;
  },
  render: Render,
): readonly OutputFile[] {
  const twin = (
    path: string,
    title: string,
    description: string,
    lines: readonly string[],
  ): OutputFile => ({
    path: `${path}.md`,
    content: render("docs/list.md", {
      title: escapeMarkdown(title) || "Pages",
      description,
      lines,
    }),
  });
  const link = ({ title, path, method, operation }: PlannedOperation): string =>
    `[${escapeMarkdownLabel(title) || "Operation"}](../${encodeURI(path)}.md): ${escapeCodeSpan(`${method} ${operation.path}`)}`;
  return [
    ...plan.groups.map(({ path, title, description = "", operations }) =>
      twin(path, title, escapeMarkdownText(description), operations.map(link)),
    ),
    ...(plan.webhooks.length === 0
      ? []
      : [twin("webhooks/index", "Webhooks", "", plan.webhooks.map(link))]),
    ...(plan.schemas.length === 0
      ? []
      : [
          twin(
            "schemas/index",
            "Schemas",
            "",
            plan.schemas.map(
              ({ name, path }) =>
                `[${escapeMarkdownLabel(name) || "schema"}](../${encodeURI(path)}.md)`,
            ),
          ),
        ]),
    ...(model.components.securitySchemes.size === 0
      ? []
      : [
          twin(
            "authentication",
            "Authentication",
            "",
            viewCredentials(model, escapeDescription).map(
              ({ name, kind, sample, description }) =>
                `${escapeCodeSpan(String(name))} (${escapeMarkdown(String(kind))})${sample === "" ? "" : `: ${escapeCodeSpan(String(sample))}`}${description === "" ? "" : `. ${String(description)}`}`,
            ),
          ),
        ]),
    ...(version === undefined
      ? []
      : [
          twin(
            "changes",
            `What changed in ${version.version}`,
            version.before === undefined ? "This is the first version of the reference." : "",
            listChangeLines(version),
          ),
        ]),
    ...(errors.length === 0
      ? []
      : [
          twin(
            "errors",
            "Errors",
            "",
            errors.map(
              ({ status, name, text }) =>
                `${escapeCodeSpan(status)}${name === "" ? "" : ` ${escapeCodeSpan(name)}`}: ${escapeMarkdownLine(text)}`,
            ),
          ),
        ]),
  ];
}

function escapeDescription(text: string | undefined): string {
  return escapeMarkdownLine(text ?? "");
}
