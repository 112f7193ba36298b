import { maximumBytes } from "../text/limits.ts";

/** A fetched resource, with its final address. */
export interface FetchedResource {
  readonly bytes: Uint8Array;
  readonly url: URL;
}

/** How a resource is fetched. */
export interface FetchResourceOptions {
  /** Headers to send to a URL. */
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
  /** Returns whether a redirect to a URL may be followed. */
  readonly mayLeadTo: (url: URL) => boolean;
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

/** In milliseconds. A host that does not respond is reported after this time. */
const timeout = 30_000;

/** The maximum number of redirects, as in browsers (Fetch, section 4.4). */
const maximumRedirections = 20;

/**
 * Fetches a resource from the web, up to the maximum size of a document. It follows redirects itself, so that headers
 * meant for one host are never sent to another.
 *
 * @throws FetchError with the reason.
 */
export async function fetchResource(
  first: URL,
  options: FetchResourceOptions,
): Promise<FetchedResource> {
  const signal = AbortSignal.timeout(timeout);
  let url = first;
  for (let count = 0; count <= maximumRedirections; count += 1) {
    const response = await request(url, options.headersFor(url), signal);
    const location = findRedirection(response);
    if (location === undefined) {
      return { bytes: await readLimitedBytes(response), url };
    }
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
    if (next === undefined || !/^https?:$/.test(next.protocol) || !options.mayLeadTo(next)) {
      const reason = `redirects to \`${next?.href ?? location}\`, which is outside the document's folder`;
      throw new FetchError(reason, "Use the URL that it redirects to, or download the document.");
    }
    url = next;
  }
  throw new FetchError("redirects endlessly", "Check the URL.");
}

async function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const accept = "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.8";
  try {
    return await fetch(url, {
      headers: { accept, ...headers },
      redirect: "manual",
      signal,
    });
  } catch (error) {
    throw reportNotDownloaded(error);
  }
}

function findRedirection({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status)
    ? (headers.get("location") ?? undefined)
    : undefined;
}

async function readLimitedBytes(response: Response): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    const reason = `answered ${response.status} ${response.statusText}`.trim();
    throw new FetchError(
      reason,
      "Check the URL. If it needs a key, set `resolve.http.headers` in redocly.yaml.",
    );
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      length += part.length;
      if (length > maximumBytes) {
        break;
      }
    }
  } catch (error) {
    throw reportNotDownloaded(error);
  }
  if (length > maximumBytes) {
    throw new FetchError(`is larger than ${maximumBytes / 1024 / 1024} MB`, "Split the document.");
  }
  return Buffer.concat(parts, length);
}

function reportNotDownloaded(error: unknown): FetchError {
  return new FetchError(
    `cannot be downloaded: ${describeFetchError(error)}`,
    "Check the URL and the connection, or download the file.",
  );
}

/** `fetch` reports only that it failed. The reason is in the cause. */
function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error.name === "TimeoutError") {
    return `the server did not answer within ${timeout / 1000} seconds`;
  }
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
