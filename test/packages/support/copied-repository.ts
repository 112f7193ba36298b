import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { resolveInRoot, root } from "../../../scripts/support/paths.ts";
import type { Registry } from "./registry.ts";
import { run, runWell } from "./run.ts";

/** A copy of this repository with everything committed, as it is before a release. */
export interface CopiedRepository {
  readonly folder: string;
  /** The environment of its programs, with the registry and its credentials. */
  readonly environment: NodeJS.ProcessEnv;
  /** Runs a script of its package.json against the registry. */
  runScript(...words: readonly string[]): ReturnType<typeof run>;
  /** The tags of its origin, sorted. */
  listTags(): Promise<readonly string[]>;
  remove(): void;
}

/** Copies the files that git knows or would add, so that uncommitted changes are tested too. */
export async function copyRepository({ npmrc }: Registry): Promise<CopiedRepository> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "own-release-")));
  const folder = join(place, "copy");
  const origin = join(place, "acme/api.git");
  mkdirSync(folder);
  mkdirSync(dirname(origin));
  await runWell(root, "bash", [
    "-ec",
    'git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - | tar -xf - -C "$0"',
    folder,
  ]);
  linkDependencies(folder);
  prepareVersion(folder);
  // In place of SSH: the command that the host would run, in a folder of this machine.
  const ssh = join(place, "ssh");
  writeFileSync(ssh, '#!/bin/sh\ncd "$(dirname "$0")" && shift && exec sh -c "$*"\n');
  chmodSync(ssh, 0o755);
  const userconfig = join(place, ".npmrc");
  writeFileSync(userconfig, npmrc);
  const environment = {
    ...process.env,
    GIT_SSH: ssh,
    GIT_SSH_VARIANT: "simple",
    npm_config_userconfig: userconfig,
  };
  const git = (...args: readonly string[]): Promise<string> =>
    runWell(
      folder,
      "git",
      ["-c", "user.name=me", "-c", "user.email=me@example.com", ...args],
      environment,
    );
  await runWell(place, "git", ["init", "-q", "--bare", origin]);
  await git("init", "-q");
  await git("remote", "add", "origin", "git@git.example.com:acme/api.git");
  await git("add", "-A");
  await git("commit", "-qm", "The release");
  return {
    folder,
    environment,
    runScript: (...words) =>
      run(folder, process.execPath, ["-C", "source", "scripts/run.js", ...words], environment),
    listTags: async () => {
      const printed = await runWell(origin, "git", ["tag", "--list"]);
      return printed.trim().split("\n").filter(Boolean).toSorted();
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Links the packages that are installed here, except our own: the copy uses its own versions of these. */
function linkDependencies(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@specwright"), { recursive: true });
  const ours = ["specwright", "@specwright", ".cache"];
  for (const name of readdirSync(resolveInRoot("node_modules"))) {
    if (!ours.includes(name)) {
      symlinkSync(resolveInRoot(`node_modules/${name}`), join(modules, name));
    }
  }
  for (const name of readdirSync(resolveInRoot("node_modules/@specwright"))) {
    const path = realpathSync(resolveInRoot(`node_modules/@specwright/${name}`));
    symlinkSync(join(folder, relative(root, path)), join(modules, "@specwright", name));
  }
  symlinkSync(join(folder, "packages/specwright"), join(modules, "specwright"));
  for (const name of readdirSync(join(folder, "packages"))) {
    const own = resolveInRoot(`packages/${name}/node_modules`);
    if (existsSync(own)) {
      symlinkSync(own, join(folder, `packages/${name}/node_modules`));
    }
  }
}

/** Gives the record of generated files the version, as a person does before a release. */
function prepareVersion(folder: string): void {
  const { version } = JSON.parse(
    readFileSync(join(folder, "packages/specwright/package.json"), "utf8"),
  ) as { readonly version: string };
  const path = join(folder, "test/released-output/recorded.json");
  const record = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...record, release: version }));
}
