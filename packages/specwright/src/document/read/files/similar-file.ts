import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { askDidYouMean } from "../../../text/nearest.ts";

/**
 * A question with the file of the same folder that was probably meant (`askDidYouMean`). Empty when no file is similar.
 *
 * @param path The absolute path.
 * @param shown The path as it is written.
 * @param others Other words that would be possible instead.
 */
export function suggestFile(path: string, shown: string, others: readonly string[] = []): string {
  const folder = shown.replace(/[^/\\]*$/, "");
  const files = listIn(dirname(path), false).map((file) => `${folder}${file}`);
  return askDidYouMean(shown, [
    ...others,
    ...files.filter((file) => basename(file) !== basename(path)),
  ]);
}

/**
 * The same for a document that a user named. When its folder has no similar file, looks for one of the same name in the
 * folders around it. A reference of a document must not be answered so: it would learn the names of files outside.
 *
 * @param folder The absolute path of the folder to which `shown` is relative, as suggested paths are.
 */
export function suggestDocument(
  path: string,
  shown: string,
  folder: string,
  others: readonly string[] = [],
): string {
  const question = suggestFile(path, shown, others);
  const found = question === "" ? findElsewhere(path, folder) : [];
  const show = (file: string): string => (isAbsolute(shown) ? file : relative(folder, file));
  const words = found.map((file) => `\`${show(file)}\``).join(" or ");
  return words === "" ? question : `Did you mean ${words}? `;
}

/**
 * Files of the same name in the nearest folder that exists, and in its folders. The same for the folder above it, except
 * above the working folder, where other projects are.
 */
function findElsewhere(path: string, working: string): readonly string[] {
  let near = dirname(path);
  while (!existsSync(near) && near !== dirname(near)) {
    near = dirname(near);
  }
  const around = near.startsWith(`${working}${sep}`) ? [near, dirname(near)] : [near];
  const folders = around.flatMap((folder) => [
    folder,
    ...listIn(folder, true)
      .filter((name) => !/^\.|^node_modules$/.test(name))
      .slice(0, maximumFolders)
      .map((name) => join(folder, name)),
  ]);
  const files = new Set(folders.map((folder) => join(folder, basename(path))));
  return [...files].filter((file) => existsSync(file)).slice(0, 3);
}

/** A folder such as `/tmp` has thousands of them, and a suggestion is not worth much time. */
const maximumFolders = 200;

/** The names of the folders in a folder, or of everything else in it. */
function listIn(folder: string, isFolder: boolean): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() === isFolder)
      .map(({ name }) => name);
  } catch {
    // Without the folder, no file can be suggested.
    return [];
  }
}
