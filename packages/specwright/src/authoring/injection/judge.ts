import { renderDiagnostic } from "../../cli/report/render-diagnostic.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import type { OutputFile } from "../../output-file.ts";
import { isOutputPath } from "../../write/output-path.ts";
import { listSentinels, type Sentinel } from "./sentinels.ts";
import type { Syntax } from "./syntax.ts";

/** Outcome of a document: the files of a target, or the problems that are reported instead. */
export type Outcome =
  | { readonly files: readonly OutputFile[]; readonly diagnostics: readonly Diagnostic[] }
  | { readonly problems: readonly Diagnostic[] };

/** How files are judged. */
export interface Judging {
  /** Parses a file of any kind that the target writes. */
  readonly parse: (file: OutputFile) => Syntax;
  /**
   * Judges a file by itself instead of beside the one of a harmless text: the fault, or undefined for a file without
   * one. Returns `compare` for the files that are compared. Default: all are.
   */
  readonly judgeAlone?: (file: OutputFile) => "compare" | { readonly fault: string | undefined };
}

/** Generates with a string at one place. Undefined when the place cannot have that text. */
export type Place = (text: string) => Outcome | undefined;

/** The result of a case. `skipped`: the place cannot have that text, such as a key that exists already. */
export type Verdict = "same" | "problem" | "skipped" | { readonly fault: string };

/**
 * Judges texts at one place. Every file must have the same syntax as with a harmless text, or a problem must be
 * reported.
 */
export function createJudge(place: Place, judging: Judging): (text: string) => Verdict {
  const parse = rememberSyntax(judging.parse);
  const harmless = new Map<string, readonly Syntax[] | undefined>();
  const parseHarmless = (sentinel: string): readonly Syntax[] | undefined => {
    if (!harmless.has(sentinel)) {
      const outcome = place(sentinel);
      const isTold = outcome === undefined || "problems" in outcome;
      harmless.set(sentinel, isTold ? undefined : outcome.files.map(parse));
    }
    return harmless.get(sentinel);
  };
  return (text) => {
    let outcome: Outcome | undefined;
    try {
      outcome = place(text);
    } catch (error) {
      return { fault: `thrown: ${error instanceof Error ? error.stack : error}` };
    }
    if (outcome === undefined) {
      return "skipped";
    }
    if ("problems" in outcome) {
      return judgeProblems(outcome.problems);
    }
    return judgeFiles(outcome.files, listSentinels(text), parseHarmless, { ...judging, parse });
  };
}

function judgeFiles(
  files: readonly OutputFile[],
  sentinels: readonly Sentinel[],
  parseHarmless: (sentinel: string) => readonly Syntax[] | undefined,
  { parse, judgeAlone = () => "compare" }: Judging,
): Verdict {
  for (const [number, file] of files.entries()) {
    const wrong = findWrongText(file);
    if (wrong !== undefined) {
      return { fault: `${file.path} ${wrong}` };
    }
    const alone = judgeAlone(file);
    if (alone !== "compare") {
      if (alone.fault !== undefined) {
        return { fault: `${file.path} ${alone.fault}` };
      }
      continue;
    }
    const ours = parse(file);
    let first: string | undefined;
    const isSame = sentinels.some(({ text, mark }) => {
      const others = parseHarmless(text);
      if (others === undefined) {
        return false;
      }
      const difference =
        others.length === files.length
          ? compare(ours, others[number], mark)
          : `there are ${files.length} files instead of ${others.length}`;
      first ??= difference;
      return difference === undefined;
    });
    if (!isSame) {
      return { fault: `${file.path}: ${first ?? "no harmless text is accepted there"}` };
    }
  }
  return "same";
}

/** The differences between a file's syntax and its syntax with a harmless text. */
function compare(ours: Syntax, other: Syntax | undefined, mark: RegExp): string | undefined {
  if (ours === other) {
    return undefined;
  }
  if (other === undefined || ours.errors.length > 0) {
    return ours.errors.join("; ");
  }
  const index = ours.leaves.findIndex(
    (text, at) => text !== other.leaves[at] && !mark.test(other.leaves[at] ?? ""),
  );
  if (ours.shape !== other.shape) {
    const near = ours.leaves.slice(Math.max(0, index - 3), index + 4);
    return `other syntax, perhaps near ${JSON.stringify(near)}`;
  }
  if (index >= 0) {
    return `\`${ours.leaves[index]}\` instead of \`${other.leaves[index]}\``;
  }
  const [added, missing] = [
    subtractTexts(ours.imports, other.imports),
    subtractTexts(other.imports, ours.imports),
  ];
  const strange = missing.filter((text) => !mark.test(text));
  return strange.length === 0 && added.length === missing.length
    ? undefined
    : `imports ${JSON.stringify(added)} instead of ${JSON.stringify(missing)}`;
}

/** The texts of the first list without the texts of the second one. Repetitions count. */
function subtractTexts(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}

/** Mistakes that parsers of code do not report. */
function findWrongText({ path, content }: OutputFile): string | undefined {
  if (!isOutputPath(path) || !/^[\p{L}\p{M}\p{N}./-]{1,200}$/u.test(path)) {
    return "is no path for a file of the output";
  }
  if (!content.isWellFormed()) {
    return "has half of a character, which no file can hold";
  }
  const hidden =
    hiddenCharacters.exec(content) ?? (isCode.test(path) ? sourceMap.exec(content) : null);
  return hidden === null
    ? undefined
    : `has ${JSON.stringify(hidden[0])} in it, which acts without being seen`;
}

/**
 * Control characters except tab and line feed, and invisible characters except the joiners of words and the selectors of
 * emoji.
 */
const hiddenCharacters =
  /[^\P{Cc}\t\n]|[\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{DI}/u;

/** Source map comments matter only in code, and not in JSON or Markdown. */
const isCode = /\.[jt]s$/;
const sourceMap = /\/[/*][#@]\s*source/;

/** Judges problems: each must have a code, a message and a fix. */
function judgeProblems(problems: readonly Diagnostic[]): Verdict {
  const unclear = problems.find(
    ({ code, message, fix }) => !/^[a-z][a-z-]+$/.test(code) || message === "" || fix === "",
  );
  if (unclear !== undefined || problems.length === 0) {
    return { fault: `an unclear problem: ${JSON.stringify(unclear)}` };
  }
  const forged = problems.map(printDiagnostic).find((text) => !isOurs(text));
  return forged === undefined ? "problem" : { fault: `printed as ${JSON.stringify(forged)}` };
}

function printDiagnostic(problem: Diagnostic): string {
  return renderDiagnostic(problem, () => undefined, false);
}

/**
 * Returns whether a printed diagnostic has our format: a string of the document must not begin a line in it, control the
 * terminal or hide anything.
 */
function isOurs(text: string): boolean {
  return (
    /^(?:error|warning|loss) [^\n]+\n(?: {2}[^\n]+\n)? {2}→ [^\n]+\n$/.test(text) &&
    !hiddenCharacters.test(text)
  );
}

/** By the function that parses: most files are the same in most cases. */
const caches = new WeakMap<Judging["parse"], Map<string, Syntax>>();

/** The same function, which parses equal files once. */
export function rememberSyntax(parse: Judging["parse"]): Judging["parse"] {
  const known = caches.get(parse) ?? new Map<string, Syntax>();
  caches.set(parse, known);
  return (file) => {
    const key = `${findEnding(file.path)}\n${file.content}`;
    const found = known.get(key) ?? parse(file);
    if (!known.delete(key) && known.size > 300) {
      // The oldest entry is removed.
      known.delete(known.keys().next().value ?? "");
    }
    known.set(key, found);
    return found;
  };
}

/** The ending of a path without its dot, such as `d.ts` or `bru`. */
export function findEnding(path: string): string {
  return /(?:\.d)?\.[a-z]+$/.exec(path)?.[0].slice(1) ?? "";
}
