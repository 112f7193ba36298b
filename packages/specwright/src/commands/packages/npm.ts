import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiagnosticError, type DiagnosticError } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";

/** How a command of npm ended. */
export interface NpmRun {
  /** The JSON that it printed. Undefined when it printed none. */
  readonly value: unknown;
  /** npm's code of the problem, such as `E404`, and its description. Absent after a success. */
  readonly problem?: { readonly code: string; readonly text: string };
}

/**
 * Runs npm in a folder, so that the registry and the credentials are those of the project's configuration.
 *
 * @throws DiagnosticError when npm cannot be started
 */
export function runNpm(args: readonly string[], folder: string): NpmRun {
  const { error, status, stdout, stderr } = spawnSync("npm", [...args, "--json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer,
    stdio: ["ignore", "pipe", "pipe"],
    // npm is a script on Windows.
    shell: process.platform === "win32",
  });
  if (error !== undefined) {
    throw createDiagnosticError({
      code: "no-npm",
      message: `npm did not start: ${error.message}.`,
      fix: "Install npm, which comes with Node, and put it on the path.",
    });
  }
  const value = parseJson(stdout);
  return status === 0 ? { value } : { value, problem: readProblem(value, stderr) };
}

/**
 * Asks the registry with `npm view`. The answer is never an old one: without a network, npm would answer from its cache, so it
 * gets an empty cache here.
 *
 * @throws DiagnosticError when npm cannot be started
 */
export function viewInRegistry(args: readonly string[], folder: string): NpmRun {
  const cache = mkdtempSync(join(tmpdir(), "specwright-npm-cache-"));
  try {
    return runNpm(["view", ...args, "--cache", cache], folder);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Room for the list of versions of a package that is published every day. */
const maxBuffer = 100 * 1024 * 1024;

/**
 * The error for a problem of the registry.
 *
 * @param what The attempt, such as `@acme/notes-types cannot be read from the registry`.
 */
export function createNpmError(
  what: string,
  { code, text }: { readonly code: string; readonly text: string },
): DiagnosticError {
  const kind = kinds.find(({ codes }) => codes.test(code));
  return createDiagnosticError({
    code: kind?.code ?? "registry-refused",
    message: `${what}: ${text} (${code}).`,
    fix: kind?.fix ?? "",
  });
}

const kinds: readonly { readonly codes: RegExp; readonly code: string; readonly fix: string }[] = [
  {
    codes: /^(?:ENEEDAUTH|E401|EOTP)$/,
    code: "no-credentials",
    fix: "Run `npm login`, or put a token for the registry into the `.npmrc` of the project (in CI, from a secret). Then run the same command again.",
  },
  {
    codes: /^(?:E(?:CONN|NOTFOUND|TIMEDOUT|AI_AGAIN)\w*|ERR_SOCKET_TIMEOUT|E5\d\d|FETCH_ERROR)$/,
    code: "registry-unreachable",
    fix: "Check `npm config get registry` and the network. Then run the same command again.",
  },
  {
    codes: /^E403$/,
    code: "registry-refused",
    fix: "Check that your account may publish packages of this scope. Then run the same command again.",
  },
  {
    codes: /./,
    code: "registry-refused",
    fix: "Read npm's message above. When the cause is gone, run the same command again.",
  },
];

function readProblem(value: unknown, stderr: string): { code: string; text: string } {
  const error = isObject(value) && isObject(value.error) ? value.error : {};
  const lines = stderr.split("\n").filter((line) => line.startsWith("npm error"));
  const code = /npm error code (\S+)/.exec(stderr)?.[1];
  const text = lines.find((line) => !/^npm error (?:code|errno|syscall)\b/.test(line));
  return {
    code: typeof error.code === "string" ? error.code : (code ?? "unknown"),
    text: readFirstSentence(
      typeof error.summary === "string" && error.summary !== ""
        ? error.summary
        : (text ?? "").replace(/^npm error /, "") || "npm failed without a message",
      "the registry",
    ),
  };
}

/** The first line, without its full stop. Addresses can contain credentials, so `place` stands for them. */
export function readFirstSentence(text: string, place: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.replaceAll(/https?:\/\/\S+/g, place).replace(/[.:\s]+$/, "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
