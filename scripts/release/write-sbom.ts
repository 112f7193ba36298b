import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readServiceManifest } from "../support/build-service.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { publishedFolders } from "../support/stage-packages.ts";

/** The packages with a bill. */
export const sbomSubjects = ["the service", "specwright"] as const;

/**
 * Writes what a package brings into a production: a software bill of materials in the form of CycloneDX 1.5, with the versions
 * and hashes of package-lock.json.
 *
 * `npm sbom --omit dev -w` would leave out every package that the root needs for development, too, which is most of
 * them. So npm sees the package alone, with the lock file.
 *
 * @param into the folder of the file `<name>-<version>.cdx.json`
 * @returns the path of the file
 */
export async function writeSbom(
  subject: (typeof sbomSubjects)[number],
  into: string,
): Promise<string> {
  const { manifest, own, home } = await describeSubject(subject);
  // npm takes the name of the folder for the name of the package.
  const folder = resolveInRoot(`.cache/release/sbom/${manifest.name}`);
  await rm(folder, { recursive: true, force: true });
  await writeManifest(folder, { ...manifest, workspaces: own });
  for (const path of own) {
    await writeManifest(join(folder, path), await readPlain(path));
  }
  await writeFile(join(folder, "package-lock.json"), await readLock(home));
  const inFolder = ["--prefix", folder, "--package-lock-only", "--silent"];
  await runCommand("npm", ["install", ...inFolder, "--offline", "--ignore-scripts", "--no-audit"]);
  const text = await runCommand("npm", ["sbom", ...inFolder, "--sbom-format", "cyclonedx"]);
  await mkdir(into, { recursive: true });
  const file = join(into, `${manifest.name}-${manifest.version}.cdx.json`);
  await writeFile(file, text);
  return file;
}

const specwright = "packages/specwright";

/** The lock file of a package that is a folder of its own. What lies in its folder here lies in the root there. */
async function readLock(home: string | undefined): Promise<string> {
  const lock = JSON.parse(await readFile(resolveInRoot("package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  const before = `${home}/node_modules/`;
  const entries = Object.entries(lock.packages);
  const moved = entries
    .filter(([path]) => path.startsWith(before))
    .map(([path, entry]) => [path.slice(before.length - "node_modules/".length), entry]);
  return JSON.stringify({ ...lock, packages: Object.fromEntries([...entries, ...moved]) });
}

/** Its manifest, the folders of our packages that it needs, and its own folder if it is the root of what is installed. */
async function describeSubject(subject: (typeof sbomSubjects)[number]) {
  if (subject === "specwright") {
    const own = publishedFolders.filter((path) => path !== specwright);
    return { manifest: await readPlain(specwright), own, home: specwright };
  }
  // Its package needs less than its image, for which npm installs the workspace. The bill holds for both.
  const { name, version, description, license } = await readServiceManifest();
  const workspace = await readPlain("packages/platform");
  return {
    manifest: { name, version, description, license, dependencies: { [workspace.name]: version } },
    own: ["packages/platform", ...publishedFolders],
    home: undefined,
  };
}

/** A manifest without what development needs. */
async function readPlain(
  path: string,
): Promise<{ readonly name: string; readonly version: string }> {
  // Ours, which the tests of packages install.
  const { devDependencies: _, ...manifest } = JSON.parse(
    await readFile(resolveInRoot(`${path}/package.json`), "utf8"),
  ) as { readonly name: string; readonly version: string; readonly devDependencies?: object };
  return manifest;
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}
