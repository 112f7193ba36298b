import { isObject, type OpenApiDocument, operationsOf, resolve } from "../support/document.ts";
import { curlSample, type OperationPlace, parametersOf } from "./curl.ts";
import { contentOf, firstExample } from "./example.ts";

/** A text file of the site, relative to its root. */
export interface TextFile {
  readonly path: string;
  readonly content: string;
}

/**
 * `llms.txt` and the pages that it links to: every operation in a line, each with a page of plain Markdown that says what
 * the rendered reference says. For language models, and for people without JavaScript. The form of the index is that of
 * the llms.txt proposal: a title, a quoted summary, then sections of links.
 */
export function llmsFiles(document: OpenApiDocument, server: string): TextFile[] {
  const places = operationsOf(document);
  const lines = [`# ${document.info.title}`, "", `> ${document.info.summary ?? ""}`, ""];
  lines.push(
    "- [The whole document, YAML](openapi.yaml)",
    "- [The whole document, JSON](openapi.json)",
  );
  lines.push("- [Introduction, with keys, lists, errors and limits](introduction.md)", "");
  for (const tag of document.tags ?? []) {
    const tagged = places.filter((place) => place.operation.tags[0] === tag.name);
    if (tagged.length === 0) continue;
    lines.push(`## ${tag["x-displayName"] ?? tag.name}`, "", tag.description ?? "", "");
    for (const { method, path, operation } of tagged) {
      lines.push(
        `- [${operation.operationId}](operations/${operation.operationId}.md): ${method.toUpperCase()} ${path}. ${operation.summary}.`,
      );
    }
    lines.push("");
  }
  return [
    { path: "llms.txt", content: lines.join("\n") },
    {
      path: "introduction.md",
      content: `# ${document.info.title}\n\n${document.info.description ?? ""}\n`,
    },
    ...places.map((place) => ({
      path: `operations/${place.operation.operationId}.md`,
      content: operationPage(document, place, server),
    })),
  ];
}

function operationPage(document: OpenApiDocument, place: OperationPlace, server: string): string {
  const { operation, method, path } = place;
  const parts = [
    `# ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\` (operation \`${operation.operationId}\`)${operation.deprecated ? ", deprecated" : ""}`,
    operation.description ?? "",
    parameterList(document, place),
    `## Request\n\n${fence("sh", curlSample(document, place, server))}`,
    bodyFields(document, operation.requestBody),
    "## Responses",
    ...Object.entries(operation.responses).map(([status, response]) =>
      responsePart(document, status, response),
    ),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function parameterList(document: OpenApiDocument, place: OperationPlace): string {
  const lines = parametersOf(document, place).map((parameter) => {
    const marks = [
      parameter.in,
      parameter.required ? "required" : "optional",
      parameter.deprecated ? "deprecated" : "",
    ];
    return `- \`${parameter.name}\` (${marks.filter(Boolean).join(", ")}): ${oneLine(parameter.description)}`;
  });
  return lines.length > 0 ? `## Parameters\n\n${lines.join("\n")}` : "";
}

function bodyFields(document: OpenApiDocument, body: unknown): string {
  const [media] = Object.values(contentOf(document, body));
  const schema = resolve(document, resolve(document, media).schema);
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) return "";
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lines = properties.map(([name, property]) => {
    const node = resolve(document, property);
    // A description beside the reference speaks of this use and goes first.
    const own = isObject(property) ? property.description : undefined;
    return `- \`${name}\` (${required.includes(name) ? "required" : "optional"}): ${oneLine(own ?? node.description)}`;
  });
  return `Members of the body:\n\n${lines.join("\n")}`;
}

function responsePart(document: OpenApiDocument, status: string, response: unknown): string {
  const node = resolve(document, response);
  const heading = `### ${status}\n\n${oneLine(node.description)}`;
  const [entry] = Object.entries(contentOf(document, response));
  if (!entry) return heading;
  const [mediaType, media] = entry;
  if (Number(status) >= 400) return `${heading} ${errorSlugs(document, media)}`;
  const example = firstExample(document, media);
  if (example === undefined) return heading;
  const text = typeof example === "string" ? example : JSON.stringify(example, undefined, 2);
  return `${heading}\n\n${fence(mediaType.includes("json") ? "json" : "", text)}`;
}

function errorSlugs(document: OpenApiDocument, media: unknown): string {
  const examples = resolve(document, media).examples;
  const slugs = isObject(examples) ? Object.keys(examples) : [];
  return slugs.length > 0 ? `Errors: ${slugs.map((slug) => `\`${slug}\``).join(", ")}.` : "";
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

function oneLine(text: unknown): string {
  return typeof text === "string" ? text.replaceAll(/\s+/g, " ").trim() : "";
}
