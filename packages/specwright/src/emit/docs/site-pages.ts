import type { JsonObject } from "../../json-object.ts";
import type { OutputFile } from "../../output-file.ts";
import { unseen } from "../../text/unseen.ts";
import { escapeHtml } from "../escape/html.ts";
import { writeUnicodeEscapes } from "../escape/unicode-escapes.ts";
import type { EmitContext } from "../target.ts";

/** A page that Redoc renders: a whole document, or a part of one. */
export interface ReferencePage {
  /** The path of the page relative to the site, without extension: `index`, `tags/pets`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly document: JsonObject;
  /** True when the page is one of several. It then links to the others. */
  readonly isPart: boolean;
  /** The version of the document, when the site has the references of several versions. */
  readonly version?: string | undefined;
}

/** The files of a page: the page, and its document as a script, because a browser can load a script from the disk too. */
export function emitReferenceFiles(
  { path, title, description, document, isPart, version }: ReferencePage,
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
    bar: renderBar({ root, isPart, version }, render),
    isVersioned: version !== undefined,
  };
  return [
    { path: `${path}.html`, content: render("docs/reference.html", view) },
    { path: script, content: printDocumentScript(document) },
  ];
}

/** The bar above a page: a link to the other pages of the version, its changes, and the picker of versions. */
export function renderBar(
  { root, isPart, version }: Pick<ReferencePage, "isPart" | "version"> & { readonly root: string },
  render: EmitContext["render"],
): string {
  return isPart || version !== undefined
    ? render("docs/bar.html", {
        root,
        isPart,
        isVersioned: version !== undefined,
        version: escapeHtml(version ?? ""),
      })
    : "";
}

/**
 * The content security policy of every page. Even for a hostile document, the browser loads nothing from other hosts
 * and runs only the site's own scripts.
 */
export const contentPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  // Redoc's components write style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Redoc's search runs in a worker that Redoc creates from a blob.
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * A script that holds the document as JSON text. In JSON, `__proto__` is an ordinary name, and engines parse JSON
 * faster than an object literal.
 */
function printDocumentScript(document: JsonObject): string {
  return `"use strict";\nvar reference = ${printScriptValue(document)};\n`;
}

/** A value as an expression in a script. */
export function printScriptValue(value: unknown): string {
  const text = JSON.stringify(value)
    .replace(/[\\']/g, "\\$&")
    // Prevents the text from ending a script element, in case somebody inserts the script into a page.
    .replace(/<(?=[/!])/g, "\\x3c")
    .replace(hidden, writeUnicodeEscapes);
  return `JSON.parse('${text}')`;
}

/** Line separators, and invisible characters. */
const hidden = new RegExp(`[\\u2028\\u2029]|${unseen}`, "gu");
