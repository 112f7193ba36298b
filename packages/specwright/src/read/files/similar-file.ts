import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { askDidYouMean } from "../../text/nearest.ts";

/**
 * A question with the file of the same folder that was probably meant (`askDidYouMean`). Empty when no file is similar.
 *
 * @param path The absolute path.
 * @param shown The path as it is written.
 * @param others Other words that would be possible instead.
 */
export function suggestFile(path: string, shown: string, others: readonly string[] = []): string {
  const folder = shown.replace(/[^/\\]*$/, "");
  const files = listFilesIn(dirname(path)).map((file) => `${folder}${file}`);
  return askDidYouMean(shown, [
    ...others,
    ...files.filter((file) => basename(file) !== basename(path)),
  ]);
}

function listFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    // Without the folder, no file can be suggested.
    return [];
  }
}
