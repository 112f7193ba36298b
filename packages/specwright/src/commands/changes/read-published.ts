import { resolve } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import type { GivenDocument } from "../load/read-document.ts";
import { downloadPackage, type PublishedPackage } from "../packages/published-package.ts";

/** The file in the package of the types that contains the API document. */
const documentFile = "openapi.json";

/**
 * Reads the API document that a published package was generated from: `npm:@acme/notes-types@1.2.0`. The package of the
 * types contains the document. For another package of the same API, it comes from the types that this one depends on.
 *
 * @throws DiagnosticError when the package or the version does not exist, or has no document
 */
export function readPublished(side: string, folder: string): GivenDocument {
  const specifier = side.slice("npm:".length);
  if (!isPublishedName.test(specifier)) {
    throw createDiagnosticError({
      code: "no-such-package",
      message: `\`${side}\` does not name a package of the registry.`,
      fix: "Write its name and version, such as `npm:@acme/notes-types@1.2.0`.",
    });
  }
  const found = downloadPackage(specifier, folder);
  const document = findPublishedDocument(found, folder);
  if (document === undefined) {
    throw createDiagnosticError({
      code: "no-document",
      message: `The package ${specifier} does not contain an API document.`,
      fix: "Name a package that this version of specwright generated, such as `npm:@acme/notes-types@1.2.0`.",
    });
  }
  // The path is only a name: errors and changes show it.
  const path = resolve(folder, `${found.name}@${found.version}`, documentFile);
  return { path, files: new Map([[path, document]]), isShaped: true };
}

/** A name, and possibly a version, a range or a tag. npm would take other texts for options, folders and repositories. */
const isPublishedName = /^(?:@[\w.~-]+\/)?(?![.-])[\w.~-]+(?:@[\w.~^<>=|*+-]+)?$/;

/** The document of a published package, or of the types that it depends on. Undefined when it has neither. */
export function findPublishedDocument(
  { files }: Pick<PublishedPackage, "files">,
  folder: string,
): Buffer | undefined {
  const own = files.get(documentFile);
  if (own !== undefined) {
    return own;
  }
  const types = findTypesDependency(files);
  return types === undefined ? undefined : downloadPackage(types, folder).files.get(documentFile);
}

/** Packages of one API depend on exactly one version of each other. The types come first. */
function findTypesDependency(files: PublishedPackage["files"]): string | undefined {
  const manifest: unknown = JSON.parse(files.get("package.json")?.toString("utf8") ?? "{}");
  const { dependencies } = isObject(manifest) ? manifest : {};
  const [found] = Object.entries(isObject(dependencies) ? dependencies : {}).filter(
    ([, range]) => typeof range === "string" && /^\d/.test(range),
  );
  return found === undefined ? undefined : `${found[0]}@${String(found[1])}`;
}
