import type { JsonObject } from "../../json-object.ts";
import type { Operation } from "../../model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { planClient } from "../client/plan.ts";
import { escapeCodeSpan, fenceCode } from "../escape/code-span.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { escapeMarkdownText } from "../escape/markdown-text.ts";
import { sampleSchema } from "../samples/sample-schema.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { changesFiles, type VersionChanges } from "./changes-page.ts";
import { printClientSample } from "./client-sample.ts";
import { printCurlSample } from "./curl.ts";
import { indexView, listTitledGroups } from "./index-page.ts";
import { type OperationPagesContext, viewOperationPage } from "./operation-page.ts";
import { collectTagTitles, emitOverviewFiles, maximumOperations } from "./overview.ts";
import { planPages } from "./pages.ts";
import { buildReferenceDocument, type CodeSample } from "./reference.ts";
import { writeSchemaLines } from "./schema-lines.ts";
import { describeSchema } from "./schema-text.ts";
import { emitReferenceFiles } from "./site-pages.ts";

/** The input of the reference, in addition to the model. */
export interface DocsInput {
  /** The document as one file. */
  readonly document: JsonObject;
  /** The same as YAML. */
  readonly yaml: string;
  /** Redoc's bundle, which does not load anything from other hosts. */
  readonly redoc: string;
  /** The introduction that replaces `info.description`. The downloads keep the original. */
  readonly introduction?: string;
  /** The module from which samples import the generated client. Without it, samples do not show the client. */
  readonly client?: string;
  /** The version and its changes, when the site has the references of several versions. */
  readonly version?: VersionChanges;
}

/** Emits the reference as static files: the page, the document, `llms.txt`, and the plain pages to which `llms.txt` links. */
export function emitDocs(context: EmitContext, input: DocsInput): EmitResult {
  const { model, render } = context;
  const { document, yaml, redoc, introduction = model.info.description, client } = input;
  const plans = new Map(
    planClient(model, context.factory ?? "createApi").modules.flatMap(({ operations }) =>
      operations.map((plan) => [plan.operation, plan] as const),
    ),
  );
  const pages = planPages(model);
  const pagesContext = { model, pages, ...(client === undefined ? {} : { client }) };
  const locatePage = (operation: Operation): string =>
    render("docs/operation.md", viewOperationPage(operation, plans.get(operation), pagesContext));
  const buildCodeSamples = (operation: Operation): readonly CodeSample[] => {
    const plan = plans.get(operation);
    return [
      { lang: "Shell", label: "curl", source: printCurlSample(model, operation) },
      ...(client === undefined || plan === undefined
        ? []
        : [
            { lang: "TypeScript", label: "Client", source: printClientSample(model, plan, client) },
          ]),
    ];
  };
  const reference = buildReferenceDocument(document, model, buildCodeSamples, introduction);
  const files = [
    ...emitSiteFiles(reference, document, context, input.version?.version),
    ...(input.version === undefined ? [] : changesFiles(input.version, model, render)),
    { path: "docs.js", content: render("docs/docs.js", {}) },
    { path: "docs.css", content: render("docs/docs.css", {}) },
    { path: "redoc.standalone.js", content: redoc },
    { path: "openapi.json", content: `${JSON.stringify(document)}\n` },
    { path: "openapi.yaml", content: yaml },
    ...indexFiles(context, document, introduction, pagesContext),
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

/** One page. For a document that is too large for one page, an overview with several pages. */
function emitSiteFiles(
  reference: JsonObject,
  document: JsonObject,
  { model, render }: EmitContext,
  version: string | undefined,
): readonly OutputFile[] {
  const { title, summary, description } = model.info;
  const about = {
    title: title.trim() === "" ? "API reference" : title,
    description: summary ?? takeFirstParagraph(description),
    version,
  };
  if (model.operations.length > maximumOperations) {
    const groups = listTitledGroups(model, collectTagTitles(document));
    return emitOverviewFiles(reference, model, groups, about, render);
  }
  return emitReferenceFiles(
    { path: "index", ...about, document: reference, isPart: false },
    render,
  );
}

function indexFiles(
  { render }: EmitContext,
  document: JsonObject,
  introduction: string | undefined,
  { model, pages }: OperationPagesContext,
): readonly OutputFile[] {
  const groups = listTitledGroups(model, collectTagTitles(document));
  const view = {
    ...indexView(model, groups, pages),
    introduction: introduction !== undefined,
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

/** The beginning of a Markdown description, for a page's description in one line. */
function takeFirstParagraph(description = ""): string {
  return (/\S[\s\S]*?(?=\r?\n\s*\r?\n|$)/.exec(description)?.[0] ?? "").slice(0, 300);
}
