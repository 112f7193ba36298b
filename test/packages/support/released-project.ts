import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Registry } from "./registry.ts";
import { run, runWell } from "./run.ts";

/** A repository with an API, whose packages are released to a registry of tests. Its origin is a folder. */
export interface ReleasedProject {
  readonly folder: string;
  run(...args: readonly string[]): ReturnType<typeof run>;
  release(...args: readonly string[]): ReturnType<typeof run>;
  /** Changes the document and commits it. */
  edit(change: (text: string) => string): Promise<void>;
  commit(message: string): Promise<void>;
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
`;

const bin = resolveInRoot("packages/specwright/bin/specwright.js");

/** Makes the repository and its first commit. */
export async function startProject({ npmrc }: Registry): Promise<ReleasedProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "released-")));
  const folder = join(root, "notes");
  mkdirSync(folder);
  const git = (...args: string[]): Promise<string> =>
    runWell(folder, "git", ["-c", "user.name=me", "-c", "user.email=me@example.com", ...args]);
  const commit = async (message: string): Promise<void> => {
    await git("add", "-A");
    await git("commit", "-qm", message);
  };
  await runWell(root, "git", ["init", "-q", "--bare", "origin.git"]);
  await git("init", "-q");
  await git("remote", "add", "origin", join(root, "origin.git"));
  writeFileSync(join(folder, "openapi.yaml"), document);
  writeFileSync(join(folder, "redocly.yaml"), configuration);
  writeFileSync(join(folder, ".gitignore"), "node_modules\n.npmrc\n");
  writeFileSync(join(folder, ".npmrc"), npmrc);
  await commit("The first version");
  const runHere = (...args: readonly string[]): ReturnType<typeof run> =>
    run(folder, process.execPath, ["-C", "source", bin, ...args]);
  return {
    folder,
    run: runHere,
    release: (...args) => runHere("release", ...args),
    edit: async (change) => {
      const path = join(folder, "openapi.yaml");
      writeFileSync(path, change(readFileSync(path, "utf8")));
      await commit("A change");
    },
    commit,
    listTags: async () => {
      const printed = await runWell(join(root, "origin.git"), "git", ["tag", "--list"]);
      return printed.trim().split("\n").filter(Boolean).toSorted();
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Starts specwright to kill it. */
export function startSpecwright(
  folder: string,
  args: readonly string[],
): { readonly killAfter: (milliseconds: number, isWhole: boolean) => Promise<void> } {
  const child = spawn(process.execPath, ["-C", "source", bin, ...args], {
    cwd: folder,
    stdio: "ignore",
    detached: true,
  });
  return {
    killAfter: async (milliseconds, isWhole) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (child.pid !== undefined && child.exitCode === null) {
        // With its npm, or without: npm then goes on for a moment beside the next run.
        process.kill(isWhole ? -child.pid : child.pid, "SIGKILL");
        await new Promise((resolve) => child.once("exit", resolve));
      }
    },
  };
}
