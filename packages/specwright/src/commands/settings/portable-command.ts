import { dirname, relative, sep } from "node:path";
import { showUrl } from "../../text/show-url.ts";
import { listSettingWords } from "./given-settings.ts";
import type { Settings } from "./settings.ts";

/** How generated files name the document and the command that they were generated from. */
export interface PortableCommand {
  /** The root document, relative to `base`. */
  readonly source: string;
  /** The command with all settings, to be run in `base`. */
  readonly whole: string;
  /**
   * The command as headers name it. Packages have many settings, including their version, with which every file would
   * change. So it names their API when all settings come from `redocly.yaml`.
   */
  readonly command: string;
}

/** The settings of a command that may come from `redocly.yaml`. */
export interface ConfiguredCommand {
  /**
   * The name of the API in `redocly.yaml` that these settings come from. The header of generated packages names it in
   * the command that generates them again.
   */
  readonly configured?: string;
}

/**
 * Names the document and the command in a way that is the same on every machine and in every working folder. Paths are
 * relative to the nearest folder that contains both the document and the output.
 *
 * @param document Its path, or its URL, or `-`.
 * @param outputs The outputs by flag, such as `--out`. The first one determines the folder.
 * @param settings The settings of the command, with absolute paths.
 * @param words Words before those of the settings.
 */
export function buildPortableCommand(
  verb: string,
  document: string,
  outputs: Readonly<Record<string, string>>,
  { configured, ...settings }: Settings & ConfiguredCommand,
  words: readonly string[] = [],
): PortableCommand {
  const [first = document] = Object.values(outputs);
  const base = isNoPath(document)
    ? dirname(first)
    : findCommonFolder(dirname(document), dirname(first));
  const source = isNoPath(document)
    ? showUrl(document)
    : writePortablePath(relative(base, document));
  const toPortablePath = (path: string): string => writePortablePath(relative(base, path)) || ".";
  const paths = Object.entries(outputs).flatMap(([flag, path]) => [flag, toPortablePath(path)]);
  const rest = [...words, ...listSettingWords(settings, toPortablePath)];
  const whole = ["specwright", verb, source, ...paths, ...rest].map(toShellWord).join(" ");
  const isShort = configured !== undefined && settings.package !== undefined;
  return {
    source,
    whole,
    command: isShort ? `specwright ${verb} ${toShellWord(configured)}` : whole,
  };
}

/** Returns whether a document is named by a URL or is standard input (`-`), not by a path. */
export function isNoPath(document: string): boolean {
  return document === "-" || /^https?:\/\//i.test(document);
}

/** A path with `/`. */
export function writePortablePath(path: string): string {
  return path.split(sep).join("/");
}

function findCommonFolder(left: string, right: string): string {
  let folder = left;
  while (folder !== dirname(folder) && relative(folder, right).startsWith("..")) {
    folder = dirname(folder);
  }
  return folder;
}

/** A word of a command, with shell quotes if it needs them. */
export function toShellWord(word: string): string {
  return /^[\p{L}\p{M}\p{N}_./@:,=-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
