import { posix } from "node:path";

/**
 * The README that a package is published with. Links to files outside the package are changed to links to the
 * repository, because npm shows only the README.
 *
 * @param folder The folder of the package, from the root of the repository.
 * @param repository The web address of the repository.
 */
export function rewriteReadme(text: string, folder: string, repository: string): string {
  return text.replace(/\]\((?![a-z][a-z\d+.-]*:|#)([^)\s]+)\)/gi, (link, target: string) => {
    const path = posix.join(folder, target);
    return path.startsWith(`${folder}/`) ? link : `](${repository}/blob/HEAD/${path})`;
  });
}

/**
 * The web address of a remote as `git remote get-url` prints it: `git@git.example.com:acme/api.git` is
 * `https://git.example.com/acme/api`. Undefined for a folder and the like.
 */
export function findRepositoryAddress(remote: string): string | undefined {
  const text = remote.trim().replace(/(?:\.git)?\/?$/, "");
  const [, name, path] = /^(?:[^@/]+@)?([^/:]+\.[^/:]+):([^/].*)$/.exec(text) ?? [];
  if (name !== undefined) {
    return `https://${name}/${path}`;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === "") {
    return undefined;
  }
  // The web address does not have the port of SSH.
  const host = url.protocol.startsWith("http") ? url.host : url.hostname;
  return `https://${host}${url.pathname}`;
}
