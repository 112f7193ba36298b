import { existsSync, readFileSync } from "node:fs";
import { resolveInRoot } from "../support/paths.ts";

/** A package that the lock file names, at one place of node_modules. */
export interface LockedPackage {
  /** Its place, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly version: string;
  /** The hash of its archive, as npm writes it. */
  readonly integrity?: string;
  /** The address of its archive. The lock file names none, because it depends on the machine which registry is used. */
  readonly resolved?: string;
  /** An SPDX expression. Absent when the package does not name its licence. */
  readonly license?: string;
  /** True when only development needs it. */
  readonly dev?: boolean;
}

/** The packages of package-lock.json, without our own. */
export function listLockedPackages(): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(resolveInRoot("package-lock.json"), "utf8")) as {
    // npm writes this form (lockfileVersion 3).
    readonly packages: Readonly<
      Record<
        string,
        Omit<LockedPackage, "path"> & { readonly link?: true; readonly inBundle?: true }
      >
    >;
  };
  return (
    Object.entries(packages)
      // Some are inside the archive of another package, whose hash holds for them.
      .filter(
        ([path, { link, inBundle }]) =>
          path.includes("node_modules/") && link !== true && inBundle !== true,
      )
      .map(([path, entry]) => ({ path, ...entry }))
  );
}

/** The licence that an installed package names, or the one of the lock file for a package of other machines. */
export function readLicense({ path, license }: LockedPackage): string | undefined {
  const file = resolveInRoot(`${path}/package.json`);
  if (!existsSync(file)) {
    return license;
  }
  const own: unknown = JSON.parse(readFileSync(file, "utf8")).license;
  return typeof own === "string" ? own : license;
}
