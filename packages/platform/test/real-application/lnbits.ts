import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { installPackages } from "../schemathesis/python-environment.ts";

const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));

/** LNbits, accounts and wallets for Bitcoin payments, on loopback. Its funding source is its own imitation of a wallet. */
export interface RunningLnbits {
  readonly url: string;
  /** The OpenAPI document that it serves. */
  readonly document: Record<string, unknown>;
  /** Registers a user. Returns the token with which the user signs in. */
  readonly register: (username: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Installs LNbits from PyPI below `.cache/`, and starts it on an empty database.
 *
 * @param python the path of a Python with the module `venv`
 */
export async function startLnbits(python: string): Promise<RunningLnbits> {
  const folder = await installPackages(python, { name: "lnbits", requirements });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "lnbits-"));
  const child = spawn(join(folder, "bin/lnbits"), ["--host", "127.0.0.1", "--port", String(port)], {
    // It looks for its own files below the folder in which it is started.
    cwd: await findPackages(folder),
    stdio: ["ignore", "ignore", "pipe"],
    // It starts a process of its own, which outlives it. Both are in one group.
    detached: true,
    env: {
      PATH: process.env.PATH,
      LNBITS_DATA_FOLDER: data,
      LNBITS_EXTENSIONS_PATH: data,
      LNBITS_BACKEND_WALLET_CLASS: "FakeWallet",
      LNBITS_ALLOWED_FUNDING_SOURCES: "FakeWallet",
      LNBITS_ADMIN_UI: "false",
      AUTH_SECRET_KEY: "only-for-this-test",
    },
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    try {
      // Its data is thrown away.
      process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
    } catch {
      // It has ended already.
    }
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    return {
      url,
      document: await readDocument(`${url}/openapi.json`, () => child.exitCode !== null),
      register: (username) => register(url, username),
      stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`LNbits did not start:\n${printed.slice(-2000)}`, { cause: error });
  }
}

async function findPackages(folder: string): Promise<string> {
  const lib = join(folder, "lib");
  const [version = ""] = await readdir(lib);
  return join(lib, version, "site-packages");
}

/** Waits for the document, which LNbits serves once it has made its tables. */
async function readDocument(url: string, isOver: () => boolean): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 240 && !isOver(); attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) {
      // A document is an object.
      return (await response.json()) as Record<string, unknown>;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${url} does not answer.`);
}

async function register(url: string, username: string): Promise<string> {
  const password = `password-of-${username}`;
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password, password_repeat: password }),
  });
  // LNbits answers with the token.
  const { access_token: token } = (await response.json()) as { readonly access_token?: string };
  if (token === undefined) {
    throw new Error(`LNbits answered ${response.status} to a registration.`);
  }
  return token;
}
