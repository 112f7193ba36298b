import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createConsolePage } from "../../handlers/hosted-pages/console-page.ts";
import { sendFile } from "./static-file.ts";

/** The console as files. */
export interface ConsoleFiles {
  /** The folder that `npm run build -w packages/console` makes. */
  readonly folder: string;
  /** True while the console is being built. */
  readonly isBuilding: () => boolean;
}

/** The path of the console. */
export const consolePath = "/console";

/** A file in `assets/` has a hash of its content in its name. */
const forever = { "cache-control": "public, max-age=31536000, immutable" };

/**
 * What a page of the console may do: run scripts and load styles of this service, and call its API. No script is in a page, no other
 * host is asked, and no other page can show it in a frame.
 */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

/**
 * Answers the paths of the console. All paths but those of its files get its index, whose script knows the pages.
 *
 * @returns false for a missing file of `assets/`, and for other paths; nothing was sent then
 */
export async function answerConsole(
  { folder, isBuilding }: ConsoleFiles,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  if (path !== consolePath && !path.startsWith(`${consolePath}/`)) {
    return false;
  }
  const assets = `${consolePath}/assets/`;
  if (path.startsWith(assets)) {
    const name = path.slice(assets.length);
    return await sendFile(join(folder, "assets"), name, incoming, outgoing, { headers: forever });
  }
  // While files are being written, the index may name one that is not there yet.
  if (!isBuilding() && (await sendFile(folder, "index.html", incoming, outgoing, { headers }))) {
    return true;
  }
  const page = createConsolePage(isBuilding());
  outgoing.writeHead(isBuilding() ? 200 : 404, {
    ...page.headers,
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(page.body),
    "x-content-type-options": "nosniff",
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : page.body);
  return true;
}
