import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installOnce } from "./install.ts";
import { runWell } from "./run.ts";

/** It is installed here, and is not a dependency of the repository, because it has 320 packages. */
const verdaccio = "verdaccio@6.10.4";

/** A version as a registry answers it. */
interface PublishedVersion {
  readonly version: string;
  readonly dist: { readonly integrity: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Entry {
  readonly versions: Readonly<Record<string, PublishedVersion>>;
}

/** A registry of npm packages on loopback. It knows only what tests publish. */
export interface Registry {
  readonly url: string;
  /** The lines of an `.npmrc` for the registry, with credentials. */
  readonly npmrc: string;
  /** The entries of some packages. Packages that were never published are left out. */
  readEntries(names: readonly string[]): Promise<readonly (readonly [string, Entry])[]>;
  /** The versions of each package. */
  listVersions(names: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** A file of a published version. */
  readFile(specifier: string, path: string, folder: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a new Verdaccio. */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), "verdaccio-"));
  const program = await installOnce("verdaccio", [verdaccio], {
    // One of its packages asks for node-fetch by a tag that not every registry has.
    overrides: { "node-fetch": "2.7.0" },
  });
  writeFileSync(join(folder, "config.yaml"), configuration);
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    [
      join(program, "node_modules/verdaccio/bin/verdaccio"),
      ...["--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`],
    ],
    { cwd: folder, stdio: "ignore", env: { ...process.env, NODE_OPTIONS: "" } },
  );
  const url = `http://127.0.0.1:${port}/`;
  await waitFor(url);
  const readEntries: Registry["readEntries"] = async (names) => {
    const answers = await Promise.all(names.map((name) => fetch(url + encodeURIComponent(name))));
    const entries = await Promise.all(
      answers.map(async (answer) => (answer.ok ? ((await answer.json()) as Entry) : undefined)),
    );
    return names.flatMap((name, index) => {
      const entry = entries[index];
      return entry === undefined ? [] : [[name, entry] as const];
    });
  };
  return {
    url,
    // npm waits for more than a minute before it stops asking a registry that does not answer.
    npmrc: `fetch-retries=0\nregistry=${url}\n//127.0.0.1:${port}/:_authToken=${await addUser(url)}\n`,
    readEntries,
    listVersions: async (names) => {
      const entries = new Map(await readEntries(names));
      return names.map((name) => Object.keys(entries.get(name)?.versions ?? {}));
    },
    readFile: async (specifier, path, from) => {
      const into = mkdtempSync(join(folder, "packed-"));
      const args = ["pack", "--json", "--loglevel=error", "--pack-destination", into, specifier];
      const [packed] = JSON.parse(await runWell(from, "npm", args)) as { filename: string }[];
      return runWell(into, "tar", ["-xOf", packed?.filename ?? "", `package/${path}`]);
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = `storage: ./storage
auth:
  htpasswd: {file: ./htpasswd}
# Its other tokens are checked by hashing the password for each request.
security: {api: {jwt: {sign: {expiresIn: 1d}}}}
uplinks: {}
packages:
  '@closed/*': {access: $all, publish: nobody}
  '@half/notes-client': {access: $all, publish: nobody}
  '**': {access: $all, publish: $authenticated}
log: {type: file, path: ./verdaccio.log, level: warn}
web: {enable: false}
`;

async function addUser(url: string): Promise<string> {
  const answer = await fetch(`${url}-/user/org.couchdb.user:tester`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "tester", password: "tester-password" }),
  });
  return ((await answer.json()) as { readonly token: string }).token;
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const isUp = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) {
      return;
    }
    // Only how often it looks.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The registry did not start within four minutes.");
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once("close", () => resolve());
    child.kill("SIGKILL");
  });
}
