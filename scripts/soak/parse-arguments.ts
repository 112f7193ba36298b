import { parseArgs } from "node:util";
import { Failure } from "../support/failure.ts";
import { suites } from "./suites.ts";

/** A suite to run, or a part of it. */
export interface Task {
  readonly suite: string;
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** The arguments of a command. */
export interface SoakRequest {
  readonly tasks: readonly Task[];
  /** Set to skip tasks that have passed on this commit. */
  readonly resumes: boolean;
  /** True for all parts of all suites. */
  readonly isWhole: boolean;
}

/**
 * Reads `[suite…] [--part 2/4] [--resume]`: by default all suites and all parts.
 *
 * @throws Failure for an unknown suite or part.
 */
export function parseArguments(words: readonly string[]): SoakRequest {
  const { positionals, values } = readWords(words);
  const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Failure(
      `"${unknown}" is not a soak.\nChoose from ${Object.keys(suites).join(", ")}, or none for all.`,
    );
  }
  const names = positionals.length === 0 ? Object.keys(suites) : positionals;
  const part = values.part === undefined ? undefined : parsePart(values.part);
  return {
    tasks: names.flatMap((name) => listTasks(name, part)),
    resumes: values.resume,
    isWhole: positionals.length === 0 && part === undefined,
  };
}

/** The name of its results. */
export function nameTask({ suite, part, of }: Task): string {
  return of === 1 ? suite : `${suite} ${part}/${of}`;
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { part: { type: "string" }, resume: { type: "boolean", default: false } },
    });
  } catch {
    // `parseArgs` fails only for unknown options and for a missing part.
    const usage = "npm run soak -- [suite…] [--part 2/4] [--resume]";
    throw new Failure(
      `The options cannot be read.\nWrite ${usage}; the suites are ${Object.keys(suites).join(", ")}.`,
    );
  }
}

function listTasks(suite: string, part: Omit<Task, "suite"> | undefined): readonly Task[] {
  const parts = suites[suite]?.parts ?? 1;
  if (part !== undefined && parts === 1) {
    throw new Failure(
      `The soak "${suite}" cannot be divided.\nRun it without --part, or name another one.`,
    );
  }
  return part === undefined
    ? Array.from({ length: parts }, (_, index) => ({ suite, part: index + 1, of: parts }))
    : [{ suite, ...part }];
}

function parsePart(text: string): Omit<Task, "suite"> {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (part < 1 || part > of) {
    throw new Failure(`"${text}" is not a part.\nWrite it as --part 2/4.`);
  }
  return { part, of };
}
