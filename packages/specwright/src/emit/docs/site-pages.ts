import type { JsonObject } from "../../json-object.ts";
import type { OutputFile } from "../../output-file.ts";
import { unseen } from "../../text/unseen.ts";
import { escapeHtml } from "../escape/html.ts";
import { unicodeEscapes } from "../escape/unicode-escapes.ts";
import type { EmitContext } from "../target.ts";

/** A page that Redoc renders: a document, or the part of one. */
export interface ReferencePage {
  /** The page, relative to the site, without extension: `index`, `tags/pets`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly document: JsonObject;
  /** True when the page is one of several, and links to the others. */
  readonly isPart: boolean;
}

/** The files of a page: the page, and the document beside it as a script, which a browser loads from a disk too. */
export function referenceFiles(
  { path, title, description, document, isPart }: ReferencePage,
  render: EmitContext["render"],
): readonly OutputFile[] {
  const root = "../".repeat(path.split("/").length - 1);
  const script = `${path === "index" ? "reference" : path}.js`;
  const view = {
    title: escapeHtml(title),
    description: escapeHtml(description),
    root,
    script: escapeHtml(root + encodeURI(script)),
    policy: escapeHtml(contentPolicy),
    isPart,
  };
  return [
    { path: `${path}.html`, content: render("docs/reference.html", view) },
    { path: script, content: documentScript(document) },
  ];
}

/**
 * The policy of every page: the browser loads nothing from another host and runs no script but the site's own, whatever
 * the document says.
 */
export const contentPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  // Redoc's components write style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Redoc's search runs in a worker that it makes from a blob.
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * A script with the document as JSON text. In JSON `__proto__` is a name like others, and engines read JSON faster than
 * an object literal.
 */
function documentScript(document: JsonObject): string {
  const text = JSON.stringify(document)
    .replace(/[\\']/g, "\\$&")
    // Nothing in it ends a script element, should somebody put it into a page.
    .replace(/<(?=[/!])/g, "\\x3c")
    .replace(hidden, unicodeEscapes);
  return `"use strict";\nvar reference = JSON.parse('${text}');\n`;
}

/** Line separators, and invisible characters. */
const hidden = new RegExp(`[\\u2028\\u2029]|${unseen}`, "gu");
