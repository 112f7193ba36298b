import { readFileSync } from "node:fs";
import { dropUndefined } from "../../defined.ts";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import type { Target } from "../../emit/define-target.ts";
import type { PackagePlan } from "../../emit/package/package-plan.ts";
import { hashContent } from "../../write/manifest.ts";
import { isVersion, type PackageSettings } from "../settings/package.ts";
import { readToolVersion } from "./tool-version.ts";

/** The file that packages are made from in addition to the document: its path with the hash of its bytes. */
export function listPackageInputs(
  settings: PackageSettings | undefined,
): readonly [string, string][] {
  const file = settings?.licenseFile;
  return file === undefined ? [] : [[file, hashContent(readFileSync(file))]];
}

/**
 * Determines the names, the version and the licence of the targets' packages.
 *
 * @param source The name of the document in diagnostics.
 * @param document The document as one JSON file.
 * @throws DiagnosticError when the document's version is not valid, two packages have the same name, or the licence
 * cannot be read.
 */
export function planPackages(
  settings: PackageSettings,
  targets: readonly Target[],
  { info }: Model,
  source: string,
  document: string,
): PackagePlan {
  const { version = info.version, license, licenseFile, repository } = settings;
  const { author, homepage, bugs, keywords, access, provenance } = settings;
  const names = new Map(targets.map(({ name }) => [name, namePackage(settings, name)]));
  const licenseText = licenseFile === undefined ? undefined : readLicense(licenseFile);
  const problems = [
    ...(isVersion(version) ? [] : [reportNoVersion(version, source)]),
    ...reportSharedNames(names),
    ...(licenseText === null ? [reportNoLicense(licenseFile ?? "")] : []),
  ];
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  return {
    targets,
    names,
    versions: new Map(targets.map(({ name }) => [name, settings.versions?.[name] ?? version])),
    document,
    // `UNLICENSED` is npm's word for "no rights are granted", and the other value is for terms without an SPDX
    // identifier.
    license: license ?? (licenseText == null ? "UNLICENSED" : "SEE LICENSE IN LICENSE"),
    ...(licenseText == null ? {} : { licenseText }),
    ...dropUndefined({ author, homepage, bugs, keywords, access, provenance }),
    ...(repository === undefined
      ? {}
      : { repository: typeof repository === "string" ? { url: repository } : repository }),
    toolVersion: readToolVersion(),
  };
}

/** The name of a target's package. */
export function namePackage(settings: PackageSettings, target: string): string {
  return settings.names?.[target] ?? `${settings.scope}/${settings.name}-${target}`;
}

function readLicense(file: string): string | null {
  try {
    // Version control may change line ends. The file has the same bytes on every machine.
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

function reportNoLicense(file: string): Diagnostic {
  return reportPackageProblem(
    `The licence ${file} cannot be read.`,
    "Correct `package.licenseFile`.",
  );
}

function reportNoVersion(version: string, document: string): Diagnostic {
  return {
    ...reportPackageProblem(
      `The document's version \`${version}\` is not a semantic version, which a package needs.`,
      "Write a semantic version such as 1.0.0, or set `version` of `package`.",
    ),
    code: "no-package-version",
    file: document,
    pointer: "/info/version",
  };
}

function reportSharedNames(names: ReadonlyMap<string, string>): Diagnostic[] {
  const seen = new Set<string>();
  return [...names].flatMap(([target, name]) => {
    const isTaken = seen.has(name);
    seen.add(name);
    const fix = "Write a different name for each target in `package.names`.";
    return isTaken
      ? [
          reportPackageProblem(
            `The package of \`${target}\` has the same name as another package: \`${name}\`.`,
            fix,
          ),
        ]
      : [];
  });
}

function reportPackageProblem(message: string, fix: string): Diagnostic {
  return { severity: "error", code: "invalid-package", message, fix };
}
