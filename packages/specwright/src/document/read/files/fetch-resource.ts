import type { IncomingMessage } from "node:http";
import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { showUrl } from "../../../text/show-url.ts";
import { maximumBytes } from "../text/limits.ts";
import { createLookup, judgeAddress, type Nearness } from "./nearness.ts";

/** A fetched resource, with its final address. */
export interface FetchedResource {
  readonly bytes: Uint8Array;
  readonly url: URL;
  /** How near the host is that answered first. */
  readonly nearness: Nearness;
}

/** How a resource is fetched. */
export interface FetchResourceOptions {
  /** Headers to send to a URL. */
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
  /** Returns whether a redirect to a URL may be followed. */
  readonly mayLeadTo: (url: URL) => boolean;
  /** How near the hosts may be. By default the first one may be anywhere, and those of redirects not nearer than it. */
  readonly nearness?: Nearness | undefined;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/**
 * The reason why a resource was not fetched. The message continues a sentence that begins with its URL; `fix` says what
 * to do.
 */
export class FetchError extends Error {
  readonly fix: string;

  constructor(reason: string, fix: string) {
    super(reason);
    this.fix = fix;
  }
}

/** In milliseconds. A host that does not finish its answer is reported after this time. */
const timeout = 30_000;

/** A document that has moved more often is not one that people find. */
const maximumRedirections = 5;

/**
 * Fetches a resource from the web, up to the maximum size of a document. It follows redirects itself: headers and
 * passwords for one host are never sent to another, and a host of the public internet cannot lead to one of this network
 * or machine. The address that is connected to is the one that is checked.
 *
 * @throws FetchError with the reason.
 */
export async function fetchResource(
  first: URL,
  options: FetchResourceOptions,
): Promise<FetchedResource> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeout)]);
  let { nearness } = options;
  let url = first;
  for (let count = 0; count <= maximumRedirections; count += 1) {
    const headers = { ...readCredentials(url, first), ...options.headersFor(withoutUser(url)) };
    try {
      const response = await request(withoutUser(url), { headers, signal, nearness });
      nearness ??= judgeAddress(response.socket.remoteAddress ?? "");
      const { location } = response.headers;
      if (!isRedirection(response) || location === undefined) {
        return { bytes: await readLimitedBytes(response), url: withoutUser(url), nearness };
      }
      response.destroy();
      url = findNext(location, url, options);
    } catch (error) {
      if (error instanceof FetchError) {
        throw error;
      }
      // An aborted request does not have the reason.
      throw reportNotDownloaded(signal.aborted ? signal.reason : error);
    }
  }
  throw new FetchError(
    `redirects more than ${maximumRedirections} times`,
    "Use the URL that it redirects to.",
  );
}

function findNext(location: string, url: URL, { mayLeadTo }: FetchResourceOptions): URL {
  const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  if (next === undefined || !/^https?:$/.test(next.protocol) || !mayLeadTo(next)) {
    const shown = showUrl(next?.href ?? location);
    throw new FetchError(
      `redirects to \`${shown}\`, which is outside the document's folder`,
      "Use the URL that it redirects to, or download the document.",
    );
  }
  return next;
}

/** The user and the password of the first URL, for hosts of its origin (RFC 7617). */
function readCredentials(
  { origin }: URL,
  { username, password, origin: own }: URL,
): Readonly<Record<string, string>> {
  if (origin !== own || (username === "" && password === "")) {
    return {};
  }
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

function request(
  url: URL,
  {
    headers,
    signal,
    nearness,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly nearness: Nearness | undefined;
  },
): Promise<IncomingMessage> {
  const accept = "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.8";
  const { get } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const lookup = createLookup(nearness, url.hostname);
    get(
      url,
      { headers: { accept, "accept-encoding": "gzip", ...headers }, signal, lookup, agent: false },
      resolve,
    ).on("error", reject);
  });
}

function isRedirection({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}

async function readLimitedBytes(response: IncomingMessage): Promise<Uint8Array> {
  const { statusCode = 0, statusMessage = "", headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.destroy();
    throw new FetchError(
      `answered ${statusCode} ${statusMessage}`.trim(),
      "Check the URL. If it needs a key, set `resolve.http.headers` in redocly.yaml.",
    );
  }
  // The error of a failed pipeline also ends the loop below.
  const body =
    headers["content-encoding"] === "gzip"
      ? pipeline(response, createGunzip(), () => {})
      : response;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > maximumBytes) {
      // The end of this loop destroys the response.
      throw new FetchError(
        `is larger than ${maximumBytes / 1024 / 1024} MB`,
        "Split the document.",
      );
    }
  }
  return Buffer.concat(parts, length);
}

function reportNotDownloaded(error: unknown): FetchError {
  return new FetchError(
    `cannot be downloaded: ${describeFetchError(error)}`,
    "Check the URL and the connection, or download the file.",
  );
}

function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error.name === "TimeoutError") {
    return "the server did not finish its answer in time";
  }
  return error.message !== "" ? error.message : error.name;
}
