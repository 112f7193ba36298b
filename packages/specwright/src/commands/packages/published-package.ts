import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pick } from "../../defined.ts";
import { createDiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import { createNpmError, type NpmRun, runNpm, viewInRegistry } from "./npm.ts";
import { readTarball } from "./read-tarball.ts";

/** A package as the registry lists it. */
export interface RegistryEntry {
  /** The version that `latest` names. */
  readonly latest: string;
  /** All versions that were ever published and still exist. */
  readonly versions: readonly string[];
}

/** A published version with its files. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** By path, such as `index.d.ts`. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/**
 * Looks a package up in the registry of the project's configuration.
 *
 * @returns undefined when it was never published
 * @throws DiagnosticError when the registry does not answer or refuses
 */
export function findRegistryEntry(name: string, folder: string): RegistryEntry | undefined {
  const { value, problem } = viewInRegistry([name, "dist-tags", "versions"], folder);
  if (problem !== undefined) {
    if (problem.code === "E404") {
      return undefined;
    }
    throw createNpmError(`${name} cannot be looked up in the registry`, problem);
  }
  const { "dist-tags": tags, versions } = isObject(value) ? value : {};
  const latest = isObject(tags) ? tags.latest : undefined;
  // npm prints a list of one version as a string.
  const list = [versions].flat().filter((version) => typeof version === "string");
  return typeof latest === "string" ? { latest, versions: list } : undefined;
}

/**
 * Downloads a published version.
 *
 * @param specifier A name with a version or a tag, such as `@acme/notes-types@1.2.0`.
 * @throws DiagnosticError when the package or the version does not exist, or the registry refuses
 */
export function downloadPackage(specifier: string, folder: string): PublishedPackage {
  const known = downloaded.get(toKey(specifier, folder));
  if (known !== undefined) {
    return known;
  }
  const { packages, problem } = packPublished([specifier], folder);
  const [found] = packages;
  if (found !== undefined) {
    return found;
  }
  throw problem === undefined || notThere.test(problem.code)
    ? createDiagnosticError({
        code: "no-such-package",
        message: `The registry has no ${specifier}.`,
        fix: `Correct the name or the version. \`npm view ${specifier.replace(/(?<=.)@[^/]*$/, "")} versions\` lists the versions.`,
      })
    : createNpmError(`${specifier} cannot be downloaded`, problem);
}

/**
 * Downloads published versions with one run of npm, so that `downloadPackage` has them at once. A version that cannot be
 * downloaded is not reported here.
 *
 * @param specifiers Names with exact versions.
 */
export function prefetchPackages(specifiers: readonly string[], folder: string): void {
  if (specifiers.length > 1) {
    packPublished(specifiers, folder);
  }
}

/** Packages that this process downloaded, by folder and specifier. A published version never changes. */
const downloaded = new Map<string, PublishedPackage>();

function toKey(specifier: string, folder: string): string {
  return `${folder}\0${specifier}`;
}

function packPublished(
  specifiers: readonly string[],
  folder: string,
): { readonly packages: readonly PublishedPackage[] } & Pick<NpmRun, "problem"> {
  const into = mkdtempSync(join(tmpdir(), "specwright-npm-"));
  try {
    const run = runNpm(["pack", ...specifiers, "--pack-destination", into], folder);
    const packed: readonly unknown[] = Array.isArray(run.value) ? run.value : [];
    const packages = packed.flatMap((entry) =>
      run.problem === undefined && isObject(entry) && typeof entry.filename === "string"
        ? [
            {
              name: String(entry.name),
              version: String(entry.version),
              files: readTarball(readFileSync(join(into, entry.filename))),
            },
          ]
        : [],
    );
    for (const each of packages) {
      downloaded.set(toKey(`${each.name}@${each.version}`, folder), each);
    }
    return { packages, ...pick(run, ["problem"]) };
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

const notThere = /^(?:E404|ETARGET|ENOVERSIONS)$/;
