import { readFileSync } from "node:fs";
import { createDiagnosticError } from "../../../diagnostic.ts";
import { createNpmError, runNpm, viewInRegistry } from "../../packages/npm.ts";
import { downloadPackage, findRegistryEntry } from "../../packages/published-package.ts";
import { readTarball } from "../../packages/read-tarball.ts";
import type { PackageSettings } from "../../settings/package.ts";
import { listDifferentFiles } from "../compare-declarations.ts";
import { nameTag } from "../list-commands.ts";
import { findRegistryTag } from "../next-version.ts";
import type { PackedPackage } from "./pack-packages.ts";

/**
 * Publishes a package.
 *
 * @throws DiagnosticError when the registry refuses it, or has its version with other files
 */
export function publishPackage(
  packed: PackedPackage,
  settings: PackageSettings | undefined,
  folder: string,
): void {
  const args = listPublishArguments(packed, settings, process.env);
  const { problem } = runNpm(args, folder);
  // npm may have failed after the registry took the package, or a run that was killed has left its npm behind.
  if (problem !== undefined && !isPublished(packed, folder)) {
    throw createNpmError(`${nameTag(packed.planned)} was not published`, problem);
  }
}

/**
 * The arguments of npm that publish a packed package. The registry proves the source of public packages only, and packages
 * with a scope are not public by default. npm does not call a prerelease `latest`, so it gets a tag of its own.
 */
export function listPublishArguments(
  {
    file,
    planned: { next },
  }: { readonly file: string; readonly planned: { readonly next: string } },
  { access, provenance }: Pick<PackageSettings, "access" | "provenance"> = {},
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const isWanted = provenance ?? access === "public";
  const tag = findRegistryTag(next);
  return [
    ...["publish", file],
    ...(tag === undefined ? [] : ["--tag", tag]),
    ...(isWanted && offersIdentity(environment) ? ["--provenance"] : []),
  ];
}

/**
 * A pipeline of GitHub or GitLab that offers its own token does not need other credentials, and can prove the source.
 */
export function offersIdentity(environment: NodeJS.ProcessEnv): boolean {
  return (
    (environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? "") !== "" ||
    (environment.SIGSTORE_ID_TOKEN ?? "") !== ""
  );
}

/**
 * Returns whether the registry has this version with these bytes.
 *
 * @throws DiagnosticError when it has the version with other files
 */
export function isPublished({ planned, file, integrity }: PackedPackage, folder: string): boolean {
  const entry = findRegistryEntry(planned.name, folder);
  if (entry === undefined || !entry.versions.includes(planned.next)) {
    return false;
  }
  const { value } = viewInRegistry([nameTag(planned), "dist.integrity"], folder);
  // Another version of zlib packs the same files into other bytes.
  const isSame =
    value === integrity ||
    listDifferentFiles(
      downloadPackage(nameTag(planned), folder).files,
      readTarball(readFileSync(file)),
    ).length === 0;
  if (!isSame) {
    throw createDiagnosticError({
      code: "version-taken",
      message: `${nameTag(planned)} was published before, with other files. A version never changes.`,
      fix:
        planned.isTaken === true
          ? `Set another version: add \`{ package: '${planned.name}', after: ${planned.last}, version: …, reason: … }\` to releases.yaml.`
          : "Another release published it in the meantime. Release again: the next plan begins with that version.",
    });
  }
  return true;
}
