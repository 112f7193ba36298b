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
import { delimiter, join } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import type { Registry } from "./registry.ts";
import { run, runWell } from "./run.ts";

/** A project made by `specwright init --ci`, in a clone beside the bare repository that it pushes to. */
export interface PipelineProject {
  /** The clone in which a person works. */
  readonly folder: string;
  /** The bare repository. */
  readonly origin: string;
  /** The token of the registry. */
  readonly token: string;
  git(...args: readonly string[]): Promise<string>;
  /** Changes the document, generates, and commits on a branch, which is pushed. */
  propose(branch: string, change: (text: string) => string): Promise<void>;
  /** Merges a branch of the origin into `main`, as the button of a host does. Returns the changed paths. */
  merge(branch: string): Promise<readonly string[]>;
  /** Clones a branch of the origin, as a job begins. */
  checkOut(branch: string): Promise<string>;
  /** Runs a script as a step of a job does, and throws its output when it fails. */
  runStep(folder: string, script: string, env: Readonly<Record<string, string>>): Promise<string>;
  remove(): void;
}

/** The programs of a host that steps call. `npm ci` does nothing, because packages are linked, and npx finds them faster. */
const programs: Readonly<Record<string, string>> = {
  npm: `#!/bin/sh
[ "$1" = ci ] || exec "$(dirname "$REAL_NPM")/npm" "$@"
`,
  npx: `#!/bin/sh
name="$1"; shift
exec "node_modules/.bin/$name" "$@"
`,
  gh: `#!/usr/bin/env node
const fs = require("node:fs");
const args = process.argv.slice(2);
const body = args.map((arg) => /^body=@(.*)/.exec(arg)?.[1]).find(Boolean) ?? args[args.indexOf("--body-file") + 1];
const isSent = args.some((arg) => /^(body=@|--body-file)/.test(arg));
const text = isSent ? fs.readFileSync(body, "utf8") : undefined;
const calls = fs.existsSync(process.env.GH_CALLS) ? fs.readFileSync(process.env.GH_CALLS, "utf8") : "";
if (args[0] === "api" && !isSent && calls.includes('"POST"')) console.log(7);
if (args[1] === "list" && calls.includes('"create"')) console.log(8);
fs.appendFileSync(process.env.GH_CALLS, JSON.stringify({ args, text }) + "\\n");
`,
};

/** Makes the project for a host, and the first commit. */
export async function startPipelineProject(
  { npmrc }: Registry,
  host: "github" | "gitlab",
): Promise<PipelineProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pipeline-")));
  const home = join(root, "home");
  const origin = join(root, "origin.git");
  const folder = join(root, "notes");
  mkdirSync(join(root, "bin"));
  mkdirSync(home);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(root, "bin", name), text);
    chmodSync(join(root, "bin", name), 0o755);
  }
  const [, token = ""] = /_authToken=(\S+)/.exec(npmrc) ?? [];
  writeFileSync(join(home, ".npmrc"), npmrc.replace(/^.*_authToken.*\n/m, ""));
  writeFileSync(
    join(home, ".gitconfig"),
    `[user]\nname = me\nemail = me@example.com\n[init]\ndefaultBranch = main\n[url "${origin}"]\ninsteadOf = https://oauth2:project-token@gitlab.example:443/acme/notes.git\n`,
  );
  // Settings of the npm that runs the tests would take precedence.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|CI$)/i.test(name));
  const npm = (await runWell(root, "sh", ["-c", "command -v npm"])).trim();
  const shared = {
    ...Object.fromEntries(own),
    HOME: home,
    REAL_NPM: npm,
    GH_CALLS: join(root, "gh.jsonl"),
    PATH: `${join(root, "bin")}${delimiter}${process.env.PATH}`,
  };
  const runStep: PipelineProject["runStep"] = async (where, script, env) => {
    const { code, output } = await run(
      where,
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
      { ...shared, ...env },
    );
    if (code !== 0) {
      throw new Error(`${script}\nended with ${code}:\n${output}`);
    }
    return output;
  };
  const git = (...args: readonly string[]): Promise<string> => runWell(folder, "git", args, shared);
  await runWell(root, "git", ["init", "-q", "--bare", "origin.git"], shared);
  writeFileSync(
    join(origin, "hooks/post-receive"),
    "#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION_ > push-options || true\n",
  );
  chmodSync(join(origin, "hooks/post-receive"), 0o755);
  await runWell(origin, "git", ["config", "receive.advertisePushOptions", "true"], shared);
  await runWell(root, "git", ["clone", "-q", "origin.git", "notes"], shared);
  const bin = resolveInRoot("packages/specwright/bin/specwright.js");
  await runWell(
    root,
    process.execPath,
    ["-C", "source", bin, "init", "notes", "--ci", host],
    shared,
  );
  const configuration = readFileSync(join(folder, "redocly.yaml"), "utf8");
  writeFileSync(join(folder, "redocly.yaml"), configuration.replace("@acme", `@${host}`));
  linkPackages(folder, host);
  const save = async (message: string): Promise<void> => {
    await runStep(folder, "npx specwright generate", {});
    await git("add", "-A");
    await git("commit", "-qm", message);
  };
  await save("The first version");
  await git("push", "-q", "origin", "HEAD:main");
  return {
    folder,
    origin,
    token,
    git,
    propose: async (branch, change) => {
      await git("checkout", "-qb", branch);
      const path = join(folder, "openapi.yaml");
      writeFileSync(path, change(readFileSync(path, "utf8")));
      await save("A change");
      await git("push", "-q", "origin", branch);
    },
    merge: async (branch) => {
      await git("fetch", "-q", "origin");
      await git("checkout", "-qB", "main", "origin/main");
      await git("merge", "-q", "--no-ff", "--no-edit", `origin/${branch}`);
      await git("push", "-q", "origin", "main");
      return (await git("diff", "--name-only", "origin/main@{1}", "HEAD")).trim().split("\n");
    },
    checkOut: async (branch) => {
      const job = mkdtempSync(join(root, "job-"));
      await runWell(job, "git", ["clone", "-q", "--branch", branch, origin, "notes"], shared);
      linkPackages(join(job, "notes"), host);
      return join(job, "notes");
    },
    runStep,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Links the dependencies of the project and its workspaces, as `npm install` does. */
function linkPackages(folder: string, scope: string): void {
  const modules = join(folder, "node_modules");
  const installed = resolveInRoot("node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const name of ["@redocly", "@specwright", "@types", "specwright", "typescript", "zod"]) {
    symlinkSync(join(installed, name), join(modules, name));
  }
  mkdirSync(join(modules, `@${scope}`));
  for (const target of ["types", "client", "validators", "server"]) {
    symlinkSync(join(folder, "generated", target), join(modules, `@${scope}`, `notes-${target}`));
  }
  const bin = join(modules, ".bin");
  for (const [name, path] of [
    ["specwright", "packages/specwright/bin/specwright.js"],
    ["tsc", "node_modules/typescript/bin/tsc"],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec node -C source ${resolveInRoot(path)} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
}
