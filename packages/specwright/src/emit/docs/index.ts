import type { Model, Operation } from "../../document/model/model.ts";
import type { JsonObject } from "../../json-object.ts";
import type { OutputFile } from "../../output-file.ts";
import { escapeCodeSpan, fenceCode } from "../../text/code-span.ts";
import { planClient } from "../client/plan.ts";
import { escapeMarkdown } from "../shared/escape/markdown.ts";
import { escapeMarkdownLabel } from "../shared/escape/markdown-label.ts";
import { escapeMarkdownLine, escapeMarkdownText } from "../shared/escape/markdown-text.ts";
import { sampleSchema } from "../shared/samples/sample-schema.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import type { VersionChanges } from "./changes-page.ts";
import type { GuideFolder } from "./guides/guide-folder.ts";
import { type PlannedGuide, planGuides } from "./guides/plan-guides.ts";
import { collectTagTitles, indexView, listTitledGroups } from "./index-page.ts";
import { type OperationPagesContext, viewOperationPage } from "./operation-page.ts";
import { planPages } from "./pages.ts";
import { printClientSample } from "./samples/client-sample.ts";
import { printFetchSample, printGoSample, printHttpxSample } from "./samples/code-samples.ts";
import { printCurlSample } from "./samples/curl.ts";
import { buildHttpSample } from "./samples/http-sample.ts";
import { type CodeSample, withOwnSamples } from "./samples/own-samples.ts";
import { writeSchemaLines } from "./schema-lines.ts";
import { describeSchema } from "./schema-text.ts";
import { emitSite } from "./site/index.ts";
import { takeSummary } from "./site/site-page.ts";
import type { Theme } from "./theme.ts";

/** The input of the reference, in addition to the model. */
export interface DocsInput {
  /** The document as one file. */
  readonly document: JsonObject;
  /** The same as YAML. */
  readonly yaml: string;
  /** The source of MiniSearch, which the search of the pages loads. */
  readonly minisearch: string;
  /** The address of the site. */
  readonly url?: string | undefined;
  readonly theme?: Theme | undefined;
  /** The introduction that replaces `info.description`. The downloads keep the original. */
  readonly introduction?: string;
  /** The module from which samples import the generated client. Without it, samples do not show the client. */
  readonly client?: string | undefined;
  /** The version and its changes, when the site has the references of several versions. */
  readonly version?: VersionChanges | undefined;
  /** Guides beside the document. */
  readonly guides?: GuideFolder | undefined;
}

/**
 * Emits the reference as static files: the pages, the document, `llms.txt`, and the plain pages to which `llms.txt` links.
 * When a link of a guide leads nowhere, returns only the diagnostics.
 */
export function emitDocs(context: EmitContext, input: DocsInput): EmitResult {
  const { model, render, values } = context;
  const { document, yaml, introduction = model.info.description, client } = input;
  const plans = new Map(
    planClient(model, context.factory ?? "createApi").modules.flatMap(({ operations }) =>
      operations.map((plan) => [plan.operation, plan] as const),
    ),
  );
  const pages = planPages(model);
  const guides = planGuides(input.guides ?? { pages: [], images: new Map() }, model, pages);
  if (guides.diagnostics.length > 0) {
    return { files: [], diagnostics: guides.diagnostics };
  }
  const pagesContext = { model, pages, client, values };
  const locatePage = (operation: Operation): string =>
    render("docs/operation.md", viewOperationPage(operation, plans.get(operation), pagesContext));
  const buildCodeSamples = (operation: Operation): readonly CodeSample[] => {
    const plan = plans.get(operation);
    return [
      { lang: "Shell", label: "curl", source: printCurlSample(model, operation) },
      ...(client === undefined || plan === undefined
        ? []
        : [
            {
              lang: "TypeScript",
              label: "Client",
              source: printClientSample(model, plan, client, values),
            },
          ]),
    ];
  };
  const files = [
    ...emitSite(context, {
      document,
      pages,
      introduction,
      guides,
      titles: collectTagTitles(document),
      listSamples: (operation) =>
        withOwnSamples(operation, [
          ...buildCodeSamples(operation),
          ...printHttpSamples(model, operation),
        ]),
      minisearch: input.minisearch,
      url: input.url,
      version: input.version,
      theme: input.theme,
    }),
    { path: "openapi.json", content: `${JSON.stringify(document)}\n` },
    { path: "openapi.yaml", content: yaml },
    ...indexFiles(context, document, introduction, guides.guides, pagesContext),
    ...model.operations.map((operation) => ({
      path: pages.nameOperationPage(operation),
      content: locatePage(operation),
    })),
    ...model.webhooks.flatMap(({ operations }) =>
      operations.map((operation) => ({
        path: pages.nameWebhookPage(operation),
        content: locatePage(operation),
      })),
    ),
    ...emitSchemaFiles(context, pagesContext),
  ];
  return { files, diagnostics: [] };
}

/** The samples of an operation in further languages. */
function printHttpSamples(model: Model, operation: Operation): readonly CodeSample[] {
  const sample = buildHttpSample(model, operation);
  return [
    { lang: "JavaScript", label: "fetch", source: printFetchSample(sample) },
    { lang: "Python", label: "Python", source: printHttpxSample(sample) },
    { lang: "Go", label: "Go", source: printGoSample(sample) },
  ];
}

function indexFiles(
  { render }: EmitContext,
  document: JsonObject,
  introduction: string | undefined,
  guides: readonly PlannedGuide[],
  { model, pages }: OperationPagesContext,
): readonly OutputFile[] {
  const groups = listTitledGroups(model, collectTagTitles(document));
  const view = {
    ...indexView(model, groups, pages),
    introduction: introduction !== undefined,
    guides: guides.map((guide) => ({
      name: escapeMarkdownLabel(guide.title) || "Guide",
      link: encodeURI(`${guide.path}.md`),
      text: escapeMarkdownLine(takeSummary(guide.description)),
    })),
  };
  const title = escapeMarkdown(model.info.title) || "API";
  return [
    { path: "llms.txt", content: render("docs/llms.txt", view) },
    ...(introduction === undefined
      ? []
      : [
          {
            path: "introduction.md",
            content: render("docs/introduction.md", {
              title,
              description: escapeMarkdownText(introduction),
            }),
          },
        ]),
  ];
}

function emitSchemaFiles(
  { model, render }: EmitContext,
  { pages }: OperationPagesContext,
): readonly OutputFile[] {
  return [...model.components.schemas].map(([name, schema]) => {
    const example = sampleSchema(schema, "writeOnly");
    return {
      path: pages.nameSchemaPage(name),
      content: render("docs/schema.md", {
        title: escapeMarkdown(schema.title ?? name) || "Schema",
        name: escapeCodeSpan(name) || "without a name",
        type: describeSchema(schema, pages),
        description: escapeMarkdownText(schema.description ?? ""),
        members: writeSchemaLines(schema, pages),
        example: example !== undefined && fenceCode("json", JSON.stringify(example, undefined, 2)),
      }),
    };
  });
}
