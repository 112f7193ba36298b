import type { Operation } from "../../../document/model/model.ts";
import { highlightCode } from "./highlight.ts";
import { listShownExamples, viewOperation } from "./operation-view.ts";
import type { PlannedOperation } from "./plan-site.ts";
import {
  describePage,
  maximumShown,
  type SiteContext,
  type SitePage,
  type View,
} from "./site-page.ts";
import { buildTryData, listTryServers } from "./try-data.ts";

/** Examples of one page are cut after this many characters together, and each sample of a request. */
const maximumExamples = 16_000;

/** More examples than this are a list that opens, because tabs would take many lines. */
const maximumTabs = 4;

/**
 * The page of an operation or a webhook.
 *
 * @param all The operations of its section, among which it has neighbours.
 */
export function makeOperationPage(
  site: SiteContext,
  planned: PlannedOperation,
  all: readonly PlannedOperation[],
  section: string,
): SitePage {
  const { model, input, render } = site;
  const { operation, title, path, method, kind, group } = planned;
  const isWebhook = kind === "event";
  const servers = isWebhook ? [] : listTryServers(model, operation);
  const samples = isWebhook ? [] : input.listSamples(operation);
  const examples = renderExamples(operation, isWebhook);
  const content = render("docs/pages/operation.html", {
    ...viewOperation(operation, site, isWebhook),
    title,
    group,
    groupLink: `../${encodeURI(section === "webhooks" ? "webhooks/index" : section)}.html`,
    method,
    kind,
    name: operation.operationId ?? operation.name,
    isWebhook,
    address: isWebhook ? "" : (servers[0] ?? ""),
    path: operation.path,
    // Where a long path may break into lines.
    segments: operation.path.split(/(?=\/)/u),
    deprecated: operation.deprecated,
    hasSamples: samples.length > 0,
    samples: samples.map(({ lang, label, source }) => ({
      label,
      code: highlightCode(
        source.length > maximumExamples ? `${source.slice(0, maximumExamples)}\n...` : source,
        lang,
      ),
    })),
    examples,
    areTabs: examples.length <= maximumTabs,
    examplesTitle: isWebhook ? "Payload" : "Response",
    tryData: servers.length === 0 ? "" : buildTryData(model, operation),
    root: "../",
    ...listNeighbours(planned, all),
  });
  return {
    path,
    title,
    description: describePage(operation.description, `${title}: ${method} ${operation.path}`),
    section,
    content,
    kind: "wide",
    twin: `${path}.md`,
    operation: operation.operationId ?? operation.name,
    servers,
  };
}

function renderExamples(operation: Operation, isWebhook: boolean): readonly View[] {
  let room = maximumExamples;
  const view = (
    label: string,
    { name, text, language }: ReturnType<typeof listShownExamples>[number],
  ): View => {
    const shown = text.slice(0, Math.max(400, Math.min(room, 12_000)));
    room -= shown.length;
    return {
      label: name === "" ? label : label === "" ? name : `${label} ${name}`,
      code: highlightCode(shown, language),
      isCut: shown.length < text.length,
    };
  };
  const payload = isWebhook
    ? listShownExamples(operation.requestBody?.value.content ?? [], "writeOnly").map((example) =>
        view("Payload", example),
      )
    : [];
  const answers = isWebhook
    ? []
    : [...operation.responses].flatMap(([status, { value }]) =>
        listShownExamples(value.content, "writeOnly").map((example) => view(status, example)),
      );
  return [...payload, ...answers].slice(0, maximumShown);
}

function listNeighbours(each: PlannedOperation, all: readonly PlannedOperation[]): View {
  const index = all.indexOf(each);
  const view = (other: PlannedOperation | undefined): View | false =>
    other !== undefined && { title: other.title, link: `../${encodeURI(other.path)}.html` };
  return { before: view(all[index - 1]), after: view(all[index + 1]) };
}
