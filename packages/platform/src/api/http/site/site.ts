import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ToolkitCatalog } from "../../../applications/toolkits/types/catalog-types.ts";
import { asksForPage } from "../../handlers/hosted-pages/prefers-html.ts";
import { stylesheet, stylesheetPath } from "../../handlers/hosted-pages/stylesheet.ts";
import { answerConsole, type ConsoleFiles, consolePath } from "./console.ts";
import type { ExampleApplication } from "./example.ts";
import { sendFile } from "./static-file.ts";

/** The address of a deployment in the document and in the reference, also in examples. */
export const documentedUrl = "http://localhost:3000";

/** The sources of the pages beside the API. */
export interface Site {
  /** The address of this deployment, without a slash at the end. The reference and the document are sent with it. */
  readonly baseUrl: string;
  readonly catalog: ToolkitCatalog;
  /** The folder of the reference, served at `/docs/`. It also holds `openapi.json` and `openapi.yaml`. */
  readonly docsFolder?: string | undefined;
  /** The console, served at `/console`. */
  readonly console: ConsoleFiles;
  /** The application behind the toolkit `example`. */
  readonly example?: ExampleApplication | undefined;
}

/**
 * Answers paths that are not operations of the API: the start page, the reference, the document, the pictures of toolkits and of the
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
  if (site.example?.(path, incoming, outgoing) === true) {
    return true;
  }
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
  if (await answerConsole(site.console, path, incoming, outgoing)) {
    return true;
  }
  if (path === "/robots.txt") {
    return send("text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n");
  }
  if (path === "/llms.txt") {
    return send("text/markdown; charset=utf-8", describeForAgents(site));
  }
  if (path === "/") {
    sendHome(site, incoming, outgoing);
    return true;
  }
  if (path === "/favicon.ico") {
    return send("image/svg+xml", createLogo("platform", "P"));
  }
  const { docsFolder, baseUrl } = site;
  if (docsFolder === undefined) {
    return false;
  }
  const sendText = (file: string): Promise<boolean> =>
    sendFile(docsFolder, file, incoming, outgoing, {
      edit: (text) => text.replaceAll(documentedUrl, () => escapeAddress(baseUrl)),
    });
  if (path === "/docs") {
    outgoing.writeHead(302, { location: "/docs/", "content-length": "0" }).end();
    return true;
  }
  if (path === "/openapi.json" || path === "/openapi.yaml") {
    return await sendText(path.slice(1));
  }
  return path.startsWith("/docs/") ? await sendText(path.slice("/docs/".length)) : false;
}

/** The same address, without characters that mean something else in HTML, in quotes or in a policy. */
function escapeAddress(url: string): string {
  return url.replaceAll(/['&;$(),]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
}

/** The console, for browsers; the places of the service as JSON, for programs. */
function sendHome({ docsFolder }: Site, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (asksForPage(incoming.headers.accept)) {
    outgoing.writeHead(302, { location: consolePath, vary: "accept", "content-length": "0" }).end();
    return;
  }
  const body = describePlaces(docsFolder !== undefined);
  outgoing.writeHead(200, {
    "content-type": "application/json",
    vary: "accept",
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

function describePlaces(hasReference: boolean): string {
  const places = listSitePlaces(hasReference).map(({ name, path }) => ({ name, path }));
  return JSON.stringify({ name: "Integration Platform", api: "/api/v3", places });
}

/** A place of the service, relative to its address. */
interface SitePlace {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

/** Lists the places of the service, for programs and for agents. */
function listSitePlaces(hasReference: boolean): readonly SitePlace[] {
  return [
    { path: "/console", name: "Console", about: "For people: sign in, and see what happens" },
    ...(hasReference
      ? [
          { path: "/docs/", name: "Reference", about: "Every operation, with examples" },
          { path: "/openapi.json", name: "OpenAPI document", about: "The same for programs" },
        ]
      : []),
    { path: "/ready", name: "Status", about: "Ready to answer requests, or the reason why not" },
  ];
}

/** The file that language models look for (llmstxt.org): what the service is, and where it is described. */
function describeForAgents({ docsFolder }: Site): string {
  const places = listSitePlaces(docsFolder !== undefined).map(
    ({ path, name, about }) => `- [${name}](${path}): ${about}`,
  );
  const reference =
    docsFolder === undefined
      ? []
      : ["- [Every operation as Markdown](/docs/llms.txt): one page each"];
  return [
    "# Integration Platform",
    "",
    "> This service lets agents use applications for their users. Its API is at /api/v3, and needs the key of a project in x-api-key.",
    "",
    ...places,
    ...reference,
    "",
  ].join("\n");
}

/**
 * The picture of a toolkit without its own: its first letter on a colour that is computed from its slug. The SVG has
 * no script, style or reference.
 */
function createLogo(slug: string, name: string): string {
  const hue = createHash("sha256").update(slug).digest().readUInt16BE(0) % 360;
  const letter = /[A-Za-z0-9]/.exec(name)?.[0].toUpperCase() ?? "?";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="12" fill="hsl(${hue} 55% 40%)"/><text x="32" y="43" font-family="sans-serif" font-size="32" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>
`;
}
