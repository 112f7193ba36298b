import { resolve, sep } from "node:path";

/** A local copy of remote documents: a URI, or the beginning of URIs, and the file or folder that replaces it. */
export interface Remote {
  readonly uri: string;
  /** The absolute path, without links. */
  readonly path: string;
}

/** Returns whether a string is an absolute URI that a copy may replace. `file:` URIs are read from the disk directly. */
export function isRemoteUri(text: string): boolean {
  return URL.canParse(text) && !text.startsWith("file:");
}

/** The path of the local copy of a URI, by the longest beginning that matches. Undefined when it has no copy. */
export function findRemotePath(uri: string, remotes: readonly Remote[]): string | undefined {
  const fitting = remotes.filter((remote) => covers(remote.uri, uri));
  const longest = fitting.reduce<Remote | undefined>(
    (best, remote) => (best === undefined || remote.uri.length > best.uri.length ? remote : best),
    undefined,
  );
  return longest === undefined
    ? undefined
    : resolve(longest.path, decodeRelativePart(uri, longest.uri));
}

/** The URI whose copy a file is. Undefined for other files. */
export function findRemoteUri(path: string, remotes: readonly Remote[]): string | undefined {
  for (const remote of remotes) {
    if (path === remote.path) {
      return remote.uri;
    }
    const folder = remote.path.endsWith(sep) ? remote.path : remote.path + sep;
    if (path.startsWith(folder)) {
      const segments = path.slice(folder.length).split(sep).map(encodeURIComponent);
      return `${remote.uri.replace(/\/$/, "")}/${segments.join("/")}`;
    }
  }
  return undefined;
}

/**
 * Returns whether a URI begins with whole segments of another: `https://example.com/a` covers
 * `https://example.com/a/b`, and not `https://example.com/ab`.
 */
function covers(beginning: string, uri: string): boolean {
  return uri === beginning || uri.startsWith(beginning.endsWith("/") ? beginning : `${beginning}/`);
}

/** Keeps an invalid escape unchanged: the path then does not exist, and is reported as missing. */
function decodeRelativePart(uri: string, beginning: string): string {
  const rest = uri.slice(beginning.length).replace(/^\//, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
