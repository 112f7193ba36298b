import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DiagnosticError } from "../diagnostic.ts";
import { lockName } from "./output-path.ts";

/** Milliseconds that a command waits for another one, which writes far faster even large outputs. */
const patience = 20_000;

/** Milliseconds between two attempts. */
const pause = 20;

/**
 * Runs work that changes an output folder while no other command does. The lock is a file with the process's id, so that
 * the lock of a process that was killed is taken over; that it was killed is seen on its own machine only.
 *
 * @throws DiagnosticError when another command does not end in time.
 */
export function withLock<Result>(folder: string, work: () => Result): Result {
  const path = join(folder, lockName);
  const owner = JSON.stringify({ process: process.pid, host: hostname() });
  const end = performance.now() + patience;
  while (!tryLock(path, owner)) {
    if (performance.now() > end) {
      throw isBusy(path);
    }
    removeStale(path);
    // The work is synchronous, and so is waiting for it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string, owner: string): boolean {
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

/** Moves the lock of a process that is gone aside before it is removed, so that no newer lock is removed by mistake. */
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
    // Another command removed it meanwhile; the next look will show.
  }
}

function isAlive(text: string, age: number): boolean {
  const owner = parseOwner(text);
  if (owner === undefined) {
    // The file is just being written, or the process that wrote it was killed on the way.
    return age < 2000;
  }
  if (owner.host !== hostname()) {
    return true;
  }
  try {
    process.kill(owner.process, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and that this user may not signal it.
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

function isBusy(path: string): DiagnosticError {
  return new DiagnosticError([
    {
      severity: "error",
      code: "output-busy",
      message: `Another command has been writing to the output folder for more than ${patience / 1000} seconds.`,
      fix: `Wait for it to end. If it was killed, for example by a crash of another machine, remove ${path}.`,
      file: path,
    },
  ]);
}
