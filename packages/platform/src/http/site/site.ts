import type { IncomingMessage, ServerResponse } from "node:http";
import { stylesheet, stylesheetPath } from "../../handlers/hosted-pages/stylesheet.ts";
import type { ToolkitCatalog } from "../../toolkits/types/catalog-types.ts";
import { createLogo } from "./logo.ts";
import { sendFile } from "./static-file.ts";

/** The sources of the pages beside the API. */
export interface Site {
  readonly catalog: ToolkitCatalog;
  /** The folder of the reference, served at `/docs/`. It also holds `openapi.json` and `openapi.yaml`. */
  readonly docsFolder?: string;
}

/**
 * Answers paths that are not operations of the API: the reference, the document, the pictures of toolkits and of the
 * platform, and the style sheet of the hosted pages.
 *
 * @returns false for any other path; nothing was sent then
 */
export async function answerSite(
  site: Site,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") {
    return false;
  }
  const send = (contentType: string, text: string): true => {
    outgoing.writeHead(200, {
      "content-type": contentType,
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-length": Buffer.byteLength(text),
    });
    outgoing.end(incoming.method === "HEAD" ? undefined : text);
    return true;
  };
  if (path === stylesheetPath) {
    return send("text/css; charset=utf-8", stylesheet);
  }
  const slug = /^\/logos\/([a-z0-9_-]{1,64})\.svg$/.exec(path)?.[1];
  if (slug !== undefined) {
    // The toolkits of projects have pictures too. The request has no key, so the response must not reveal which slugs
    // exist.
    const name = site.catalog.findToolkit(slug)?.record.name ?? slug;
    return send("image/svg+xml", createLogo(slug, name));
  }
  if (path === "/favicon.ico") {
    return send("image/svg+xml", createLogo("platform", "P"));
  }
  const { docsFolder } = site;
  if (docsFolder === undefined) {
    return false;
  }
  if (path === "/" || path === "/docs") {
    outgoing.writeHead(302, { location: "/docs/", "content-length": "0" }).end();
    return true;
  }
  if (path === "/openapi.json" || path === "/openapi.yaml") {
    return await sendFile(docsFolder, path.slice(1), incoming, outgoing);
  }
  return path.startsWith("/docs/")
    ? await sendFile(docsFolder, path.slice("/docs/".length), incoming, outgoing)
    : false;
}
