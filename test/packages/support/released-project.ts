import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Registry } from "./registry.ts";
import { run, runWell } from "./run.ts";

/** A repository with an API, whose packages are released to a registry of tests. Its origin is a folder. */
export interface ReleasedProject {
  readonly folder: string;
  run(...args: readonly string[]): ReturnType<typeof run>;
  /** Runs specwright in another folder. */
  runIn(folder: string, ...args: readonly string[]): ReturnType<typeof run>;
  release(...args: readonly string[]): ReturnType<typeof run>;
  /** Changes the document and commits it. */
  edit(change: (text: string) => string): Promise<void>;
  /** Changes redocly.yaml and commits it. */
  configure(change: (text: string) => string): Promise<void>;
  /** Links packages of this repository, as if the project had installed them. */
  link(...names: readonly string[]): void;
  commit(message: string): Promise<void>;
  /** Makes origin refuse tags, by a hook that prints a reason, or accept them again. */
  refuseTags(isRefused: boolean): void;
  /** Runs git in the project. */
  git(...args: readonly string[]): Promise<string>;
  /** The tags of the origin, sorted. */
  listTags(): Promise<readonly string[]>;
  remove(): void;
}

const document = `openapi: 3.1.0
info: {title: Notes, version: 1.2.0}
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [notes]
      responses:
        "200":
          description: The notes.
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}
    post:
      operationId: createNote
      tags: [notes]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/NewNote'}}}}
      responses:
        "201":
          description: The note.
          content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}
components:
  schemas:
    Note: {type: object, required: [id], properties: {id: {type: integer}, text: {type: string}}}
    NewNote: {type: object, required: [text], properties: {text: {type: string}}}
`;

const configuration = `apis:
  notes:
    root: openapi.yaml
    x-specwright:
      out: generated
      package: {scope: '@acme', license: MIT, access: public}
      docs: {out: site}
`;

const bin = resolveInRoot("packages/specwright/bin/specwright.js");

/** Makes the repository and its first commit. */
export async function startProject({ npmrc }: Registry): Promise<ReleasedProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "released-")));
  const folder = join(root, "notes");
  mkdirSync(folder);
  const git: ReleasedProject["git"] = (...args) =>
    runWell(folder, "git", ["-c", "user.name=me", "-c", "user.email=me@example.com", ...args]);
  const commit = async (message: string): Promise<void> => {
    await git("add", "-A");
    await git("commit", "-qm", message);
  };
  const edit = async (file: string, change: (text: string) => string): Promise<void> => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    await commit("A change");
  };
  await runWell(root, "git", ["init", "-q", "--bare", "origin.git"]);
  await git("init", "-q");
  await git("remote", "add", "origin", join(root, "origin.git"));
  writeFileSync(join(folder, "openapi.yaml"), document);
  writeFileSync(join(folder, "redocly.yaml"), configuration);
  writeFileSync(join(folder, ".gitignore"), "node_modules\n.npmrc\nsite\n");
  writeFileSync(join(folder, ".npmrc"), npmrc);
  await commit("The first version");
  const runIn = (where: string, ...args: readonly string[]): ReturnType<typeof run> =>
    run(where, process.execPath, ["-C", "source", bin, ...args]);
  const runHere = (...args: readonly string[]): ReturnType<typeof run> => runIn(folder, ...args);
  return {
    folder,
    run: runHere,
    runIn,
    release: (...args) => runHere("release", ...args),
    edit: (change) => edit("openapi.yaml", change),
    configure: (change) => edit("redocly.yaml", change),
    link: (...names) => {
      for (const name of names) {
        const link = join(folder, "node_modules", name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(resolveInRoot(`node_modules/${name}`), link);
      }
    },
    commit,
    git,
    refuseTags: (isRefused) => {
      const hook = join(root, "origin.git/hooks/update");
      writeFileSync(hook, '#!/bin/sh\necho "tags are closed" >&2; exit 1\n');
      chmodSync(hook, isRefused ? 0o755 : 0o644);
    },
    listTags: async () => {
      const printed = await runWell(join(root, "origin.git"), "git", ["tag", "--list"]);
      return printed.trim().split("\n").filter(Boolean).toSorted();
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The moment of a kill. */
interface Moment {
  /** The number of lines after which the program is killed, unless it has already ended. */
  readonly lines: number;
  /** The time after that line. */
  readonly milliseconds: number;
  /** True to kill its npm, too. Otherwise npm continues for a moment while the next run starts. */
  readonly isWhole: boolean;
}

/** Starts specwright to kill it. */
export function startSpecwright(
  folder: string,
  args: readonly string[],
): { readonly kill: (moment: Moment) => Promise<void> } {
  const child = spawn(process.execPath, ["-C", "source", bin, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const ended = once(child, "exit");
  return {
    kill: async ({ lines, milliseconds, isWhole }) => {
      let printed = 0;
      if (lines > 0) {
        for await (const _ of createInterface(child.stdout)) {
          printed += 1;
          if (printed === lines) {
            break;
          }
        }
      }
      // Any moment is a good one, also one after the program has ended.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
      if (child.pid !== undefined && child.exitCode === null) {
        process.kill(isWhole ? -child.pid : child.pid, "SIGKILL");
      }
      await ended;
    },
  };
}
