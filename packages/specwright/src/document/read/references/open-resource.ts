import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { decodePercent } from "../../../text/decode-percent.ts";
import {
  type FilesContext,
  openFile,
  type ReferenceProblem,
  refuseOutside,
} from "../files/open-file.ts";
import { findRemotePath } from "../files/remotes.ts";
import { findMetaschemaFile } from "./metaschemas.ts";
import type { Found, Target } from "./references.ts";
import { type Resource, resolveUri } from "./resource.ts";
import type { Resources } from "./resources.ts";

/** Returns the resource that a reference without its fragment leads to, as seen from a place. Each is looked up once. */
export type OpenResource = (name: string, from: Target) => Found<Resource>;

/** Opens resources by their names: URIs, names relative to an `$id`, and paths of files. */
export function createOpenResource(context: FilesContext, resources: Resources): OpenResource {
  const byFolder = new Map<string, Found<Resource>>();
  const byBase = new Map<Resource, Map<string, Found<Resource>>>();
  return (name, from) => {
    const base = resources.findAt(from);
    if (name === "") {
      return base;
    }
    const known = byBase.get(base) ?? new Map<string, Found<Resource>>();
    byBase.set(base, known);
    if (!known.has(name)) {
      // A relative path has the same meaning in all files of one folder, so it is looked up on the disk once.
      const key = `${dirname(base.file.path)}\n${name}`;
      const found =
        hasUri(base) || !byFolder.has(key)
          ? open(name, base, context, resources)
          : byFolder.get(key);
      known.set(name, found);
      if (!hasUri(base)) {
        byFolder.set(key, found);
      }
    }
    return known.get(name);
  };
}

/** Returns whether relative references are resolved against a URI instead of the path of the file. */
function hasUri(base: Resource): boolean {
  return base.isIdentified || base.file.uri !== undefined;
}

function open(
  name: string,
  base: Resource,
  context: FilesContext,
  resources: Resources,
): Found<Resource> {
  const isAbsolute = /^[a-z][a-z\d+.-]*:|^\/\//i.test(name);
  const uri = isAbsolute || hasUri(base) ? (resolveUri(name, base.uri) ?? name) : undefined;
  if (uri !== undefined) {
    const found = openUri(uri, { name, isAbsolute }, context, resources);
    if (isAbsolute || found === undefined || !("code" in found)) {
      return found;
    }
  }
  // A file in the same folder is found by its path, without its URI.
  const path = resolve(dirname(base.file.path), decodePercent(name));
  const beside = openPath(path, name, context, resources);
  const isMissing =
    beside !== undefined && "code" in beside && beside.code === "unresolved-reference";
  return isMissing && uri !== undefined ? describeNotFound(name, uri) : beside;
}

function openUri(
  uri: string,
  { name, isAbsolute }: { readonly name: string; readonly isAbsolute: boolean },
  context: FilesContext,
  resources: Resources,
): Found<Resource> {
  const known = resources.findByUri(uri);
  if (known !== undefined) {
    return known;
  }
  const path = findRemotePath(uri, context.remotes) ?? (isAbsolute ? undefined : toFilePath(uri));
  if (path !== undefined) {
    return openPath(path, name, context, resources);
  }
  const metaschema = findMetaschemaFile(uri);
  return metaschema === undefined
    ? refuseOutside(name, "leads to the network or another scheme", { fix: suggestCopying(uri) })
    : resources.add(metaschema);
}

function openPath(
  path: string,
  name: string,
  context: FilesContext,
  resources: Resources,
): Found<Resource> {
  const file = openFile(path, name, context);
  return file === undefined || "code" in file ? file : resources.add(file);
}

function suggestCopying(uri: string): string {
  // The folder of the address, so that files beside it are found too. `urn:example:a` has no folder.
  const folder = URL.canParse(".", uri) ? new URL(".", uri).href : "";
  // People copy this text into a shell, so an address with special characters is replaced by a placeholder.
  const named = /^https?:\/\/[\w.~:/%@-]+$/.test(folder) ? folder : "<url>";
  return `Copy the file into the folder, or pass a folder of copies with \`--remotes ${named}=<folder>\`.`;
}

function describeNotFound(name: string, uri: string): ReferenceProblem {
  return {
    code: "unresolved-reference",
    message: `The reference \`${name}\` resolves to \`${uri}\` here, and no schema that was read has this \`$id\`.`,
    fix: "Correct the reference or the `$id` above it, or pass a folder of copies with `--remotes <url>=<folder>`.",
  };
}

/** The path of a `file:` URI; undefined for every other URI. */
function toFilePath(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    // The URI has a host or an escaped slash, so it does not name a path on this machine.
    return undefined;
  }
}
