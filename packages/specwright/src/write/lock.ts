import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createDiagnosticError, type DiagnosticError } from "../diagnostic.ts";
import { lockName } from "./output-path.ts";

/** Milliseconds that a command waits for another one. Even large outputs are written much faster. */
const patience = 20_000;

/** The same for a release, which waits for the registry and for the programs that judge its packages. */
const longPatience = 600_000;

/** Milliseconds between two attempts. */
const pause = 20;

/**
 * Runs work that changes an output folder while no other command does. The lock is a file with the id of its process,
 * so that the lock of a killed process can be taken over. This only works on the machine of that process.
 *
 * @throws DiagnosticError when another command does not end in time.
 */
export function withLock<Result>(folder: string, work: () => Result): Result {
  const path = join(folder, lockName);
  const end = performance.now() + patience;
  while (!tryLock(path)) {
    if (performance.now() > end) {
      throw isBusy(path, patience);
    }
    removeStale(path);
    // The work is synchronous, so waiting has to be synchronous too.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * The same for work of minutes that waits for other programs.
 *
 * @param onWait Called once when another command is at work.
 * @throws DiagnosticError when another command does not end in time.
 */
export async function withLongLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const path = join(folder, lockName);
  const end = performance.now() + longPatience;
  for (let attempt = 0; !tryLock(path); attempt += 1) {
    // The first attempt may have met the lock of a process that has ended.
    if (attempt === 1) {
      onWait();
    }
    if (performance.now() > end) {
      throw isBusy(path, longPatience);
    }
    removeStale(path);
    await setTimeout(pause);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  const owner = JSON.stringify({ process: process.pid, host: hostname() });
  try {
    writeFileSync(path, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
}

/**
 * Removes the lock of a process that has ended. The file is renamed first, so that a newer lock is not removed by
 * mistake.
 */
function removeStale(path: string): void {
  try {
    const owner = readFileSync(path, "utf8");
    if (isAlive(owner, Date.now() - lstatSync(path).mtimeMs)) {
      return;
    }
    const aside = `${path}-${process.pid}`;
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== owner) {
      // Another command was faster, and this is its lock.
      renameSync(aside, path);
    }
    rmSync(aside, { force: true });
  } catch {
    // Another command removed the lock in the meantime. The next attempt will show.
  }
}

function isAlive(text: string, age: number): boolean {
  const owner = parseOwner(text);
  if (owner === undefined) {
    // The file is just being written, or its process was killed while writing it.
    return age < 2000;
  }
  if (owner.host !== hostname()) {
    return true;
  }
  try {
    process.kill(owner.process, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists, but this user may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function parseOwner(text: string): { readonly process: number; readonly host: string } | undefined {
  try {
    const { process: id, host } = JSON.parse(text);
    return Number.isInteger(id) && id > 0 && typeof host === "string"
      ? { process: id, host }
      : undefined;
  } catch {
    // Cut off.
    return undefined;
  }
}

function isBusy(path: string, waited: number): DiagnosticError {
  return createDiagnosticError({
    code: "output-busy",
    message: `Another command has been writing to the output folder for more than ${waited / 1000} seconds.`,
    fix: `Wait until it has ended. If it was killed, for example by a crash of another machine, remove ${path}.`,
    file: path,
  });
}
