import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { readCode, writeCode } from "./stored-code.ts";

/** A program, and the place of its compiled code. */
interface Program {
  /** The path of a CommonJS file that contains only ASCII, and no `import()`. */
  readonly path: string;
  /** The folder of compiled code. */
  readonly folder: string;
  /** Runs with different names store different functions. */
  readonly name: string;
}

/** A program that was loaded. */
export interface LoadedProgram<Exports> {
  readonly exports: Exports;
  /**
   * Stores all functions that have been compiled so far, unless the program was loaded with the functions of a run that
   * did as much.
   */
  readonly keep: () => void;
}

type Wrapper = (...words: readonly unknown[]) => void;

/** The words that a CommonJS file may use. On its first line, so that all lines keep their numbers. */
const opening = "(function (exports, require, module, __filename, __dirname) {";

/**
 * Loads a CommonJS file with the functions that an earlier run compiled. Node's own cache is written before functions
 * have run, and so it has few of them.
 */
export function loadProgram<Exports>({ path, folder, name }: Program): LoadedProgram<Exports> {
  const start = performance.now();
  const content = readFileSync(path);
  // V8 does not compare the text with that of the compiled code.
  const version = hash("sha256", content, "hex").slice(0, 16);
  const place = join(folder, `specwright-${version}-${name}`);
  const stored = readCode(place);
  const script = new Script(`${opening}${content.toString("latin1")}\n})`, {
    filename: path,
    ...(stored && { cachedData: stored.code }),
  });
  // A script has the type of its last expression, which TypeScript does not know.
  const run = script.runInThisContext() as Wrapper;
  const module = { exports: {} };
  run(module.exports, createRequire(path), module, path, dirname(path));
  const known = script.cachedDataRejected === false ? (stored?.milliseconds ?? 0) : 0;
  return {
    // The caller knows what the file exports.
    exports: module.exports as Exports,
    keep: () => {
      const milliseconds = performance.now() - start;
      // A run that had much more to do, such as one whose document has changed, has compiled more.
      if (milliseconds > 2 * known) {
        writeCode(place, { code: script.createCachedData(), milliseconds });
      }
    },
  };
}
