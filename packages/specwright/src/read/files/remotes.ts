import { resolve, sep } from "node:path";

/** A local copy of documents of the network: a URI, or the beginning of URIs, and the file or folder that replaces it. */
export interface Remote {
  readonly uri: string;
  /** The absolute path, without links. */
  readonly path: string;
}

/** Returns whether a text is an absolute URI that may have a copy; files are read where they are. */
export function isRemoteUri(text: string): boolean {
  return URL.canParse(text) && !text.startsWith("file:");
}

/** The path of the copy of a URI, by the longest beginning that fits; undefined without a copy. */
export function remotePath(uri: string, remotes: readonly Remote[]): string | undefined {
  const fitting = remotes.filter((remote) => covers(remote.uri, uri));
  const longest = fitting.reduce<Remote | undefined>(
    (best, remote) => (best === undefined || remote.uri.length > best.uri.length ? remote : best),
    undefined,
  );
  return longest === undefined ? undefined : resolve(longest.path, relativePart(uri, longest.uri));
}

/** The URI that a file is the copy of; undefined for other files. */
export function remoteUri(path: string, remotes: readonly Remote[]): string | undefined {
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

/** `https://example.com/a` covers `https://example.com/a/b`, and not `https://example.com/ab`. */
function covers(beginning: string, uri: string): boolean {
  return uri === beginning || uri.startsWith(beginning.endsWith("/") ? beginning : `${beginning}/`);
}

/** An invalid escape leads to a path that does not exist, which is reported as such. */
function relativePart(uri: string, beginning: string): string {
  const rest = uri.slice(beginning.length).replace(/^\//, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
