import { closeSync, ftruncateSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";

/** Saves a string in steps. Each step has changed the file. */
export type Save = (path: string, text: string, random: () => number) => Iterable<void>;

/** How editors save a file: in place or by replacing it, at once or in parts. */
export const saves: Readonly<Record<string, Save>> = {
  *"truncates the file and writes it in parts"(path, text, random) {
    const file = openSync(path, "r+");
    yield ftruncateSync(file);
    for (let from = 0; from < text.length; ) {
      const to = text.indexOf("\n", from + random() * text.length * 0.5) + 1 || text.length;
      yield void writeSync(file, text.slice(from, to));
      from = to;
    }
    closeSync(file);
  },
  *"renames it over the old one, and saves it twice"(path, text) {
    for (const part of [text.split("\n").slice(0, 9).join("\n"), text]) {
      writeFileSync(`${path}~`, `${part}\n`);
      yield renameSync(`${path}~`, path);
    }
  },
};
