import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { resolveInRoot } from "./paths.ts";
import { rewriteReadme } from "./published-readme.ts";

/** Our published packages in the order of publishing: each after its dependencies. */
export const publishedFolders: readonly string[] = [
  "packages/patterns",
  "packages/runtime",
  "templates",
  "packages/specwright",
];

/** The part of `package.json` that is used here. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Copies the published files of our packages into new folders for `npm pack` and `npm publish`, without tests. In these,
 * `package.json` lacks the export condition `source`, because published sources are only for editors and debuggers, and
 * other tools use the same name.
 *
 * @param repository The address of the repository, for `package.json` and the links of READMEs. Without it these are
 * not changed.
 * @returns the folders, in the order of `publishedFolders`
 */
export async function stagePackages(into: string, repository?: string): Promise<string[]> {
  await rm(into, { recursive: true, force: true });
  return Promise.all(publishedFolders.map((folder) => stage(folder, into, repository)));
}

/** Reads `package.json` of a folder of the repository. */
export async function readManifest(folder: string): Promise<PublishedManifest> {
  // Ours, which the suite of packages installs.
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as PublishedManifest;
}

async function stage(
  published: string,
  into: string,
  repository: string | undefined,
): Promise<string> {
  const folder = resolveInRoot(published);
  const manifest = await readManifest(folder);
  const staged = join(into, manifest.name.replace("/", "-").replace("@", ""));
  await mkdir(staged, { recursive: true });
  for (const name of [...manifest.files, "README.md"]) {
    await cp(join(folder, name), join(staged, name), {
      recursive: true,
      filter: (path) => !path.endsWith(".test.ts"),
    });
  }
  if (repository !== undefined) {
    const page = await readFile(join(folder, "README.md"), "utf8");
    await writeFile(join(staged, "README.md"), rewriteReadme(page, published, repository));
  }
  await cp(resolveInRoot("LICENSE"), join(staged, "LICENSE"));
  const own = withoutSource(manifest);
  const source = { type: "git", url: `git+${repository}.git`, directory: published };
  const shown = repository === undefined ? own : { ...own, repository: source };
  const text = JSON.stringify(shown, undefined, 2);
  await writeFile(join(staged, "package.json"), `${text}\n`);
  return staged;
}

function withoutSource(manifest: PublishedManifest): object {
  return Object.fromEntries(
    Object.entries(manifest).map(([key, member]) => [key, withoutCondition(member)]),
  );
}

function withoutCondition(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => key !== "source" || typeof member !== "string")
      .map(([key, member]) => [key, withoutCondition(member)]),
  );
}
