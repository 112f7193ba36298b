import { isAbsolute, relative, resolve } from "node:path";
import type { Diagnostic } from "../../diagnostic.ts";
import { toShellWord } from "../settings/portable-command.ts";

/**
 * Completes the diagnostics about references to files outside the document's folder: their fix now lists the options
 * that allow all of them at once. Files outside are not read, so their own references are reported only after they are
 * allowed.
 *
 * @param folder The working folder. The paths in `allow` of the diagnostics are relative to it.
 */
export function nameFoldersToAllow(
  diagnostics: readonly Diagnostic[],
  folder: string,
): readonly Diagnostic[] {
  const all = [...new Set(diagnostics.flatMap(({ allow }) => allow ?? []))].sort();
  const folders = all.filter(
    (inner) => !all.some((outer) => outer !== inner && isInside(inner, outer, folder)),
  );
  const flags = folders.map((name) => `--allow ${toShellWord(name)}`).join(" ");
  const what = folders.length === 1 ? "the folder" : `the ${folders.length} folders`;
  const fix = `Add \`${flags}\` to let the document read ${what} that it refers to. Otherwise move the files into the document's folder.`;
  return diagnostics.map((diagnostic) =>
    diagnostic.allow === undefined ? diagnostic : { ...diagnostic, fix },
  );
}

function isInside(inner: string, outer: string, folder: string): boolean {
  const path = relative(resolve(folder, outer), resolve(folder, inner));
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== "..";
}
