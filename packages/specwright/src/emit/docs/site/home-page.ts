import { fillServerAddress } from "../../../document/model/server-address.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { isSafeAddress } from "../../shared/escape/markdown-text.ts";
import {
  describePage,
  type SiteContext,
  type SitePage,
  takeSummary,
  type View,
  viewLinks,
} from "./site-page.ts";

/** Larger documents show only their groups on the first page. */
const maximumListed = 200;

/** The first page: the introduction, the servers, and the groups of operations. */
export function makeHomePage({
  model,
  input,
  render,
  plan,
  markdown,
  title,
}: SiteContext): SitePage {
  const { document } = input;
  const info = isObject(document.info) ? document.info : {};
  const total = plan.operations.length;
  return {
    path: "index",
    title,
    description: describePage(model.info.summary, input.introduction, title),
    section: "",
    kind: "text",
    twin: input.introduction === undefined ? "llms.txt" : "introduction.md",
    content: render("docs/pages/home.html", {
      title,
      version: model.info.version,
      summary: model.info.summary ?? "",
      introduction: markdown(input.introduction, 2, ""),
      servers: model.servers.map((server) => ({
        url: fillServerAddress(server),
        text: takeSummary(server.description ?? server.name ?? ""),
      })),
      total,
      areListed: total + plan.webhooks.length <= maximumListed,
      groups: plan.groups.map((group) => ({
        title: group.title,
        link: `${encodeURI(group.path)}.html`,
        description: takeSummary(group.description ?? ""),
        count: group.operations.length,
        operations: viewLinks(group.operations, ""),
      })),
      webhooks: viewLinks(plan.webhooks, ""),
      guides: input.guides.guides.map(({ title, path, description }) => ({
        title,
        link: `${encodeURI(path)}.html`,
        description: takeSummary(description),
      })),
      webhookCount: plan.webhooks.length,
      facts: viewFacts(info, document),
    }),
  };
}

/** Contact, licence, terms and the document's further pages. */
function viewFacts(info: JsonObject, document: JsonObject): readonly View[] {
  const contact = isObject(info.contact) ? info.contact : {};
  const license = isObject(info.license) ? info.license : {};
  const docs = isObject(document.externalDocs) ? document.externalDocs : {};
  const link = (label: string, text: unknown, address: unknown): readonly View[] => {
    const isLink = typeof address === "string" && isSafeAddress(address);
    const shown = typeof text === "string" && text !== "" ? text : isLink ? address : "";
    return shown === "" ? [] : [{ label, text: shown, link: isLink ? address : "" }];
  };
  return [
    ...link(
      "Contact",
      contact.name ?? contact.email,
      contact.url ?? (typeof contact.email === "string" ? `mailto:${contact.email}` : undefined),
    ),
    ...link("License", license.name, license.url),
    ...link("Terms", "Terms of service", info.termsOfService).filter(({ link: to }) => to !== ""),
    ...link("More", docs.description ?? docs.url, docs.url).filter(({ link: to }) => to !== ""),
  ];
}
