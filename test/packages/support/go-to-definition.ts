import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** Of the private workspace: TypeScript 7 has no tsserver. */
const server = resolveInRoot("test/peers/node_modules/typescript/lib/tsserver.js");

/** A place in a file to which an editor goes. */
export interface Definition {
  readonly file: string;
  /** The text of the line. */
  readonly line: string;
}

/** A message of tsserver, as far as it is used here. */
interface Message {
  readonly command?: string;
  readonly body?: readonly { readonly file: string; readonly start: { readonly line: number } }[];
}

/**
 * Asks TypeScript's server, as editors do, for the definition of a name at its last place in a file.
 *
 * @throws Error when the server finds none.
 */
export async function goToDefinition(
  folder: string,
  file: string,
  name: string,
): Promise<Definition> {
  const path = join(folder, file);
  const lines = readFileSync(path, "utf8").split("\n");
  const line = lines.findLastIndex((each) => each.includes(name));
  const offset = (lines[line]?.indexOf(name) ?? 0) + 1;
  const requests = [
    { command: "open", arguments: { file: path } },
    { command: "definition", arguments: { file: path, line: line + 1, offset } },
  ];
  const child = spawn(process.execPath, [server, "--disableAutomaticTypingAcquisition"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    for (const [seq, request] of requests.entries()) {
      child.stdin.write(`${JSON.stringify({ seq, type: "request", ...request })}\n`);
    }
    for await (const text of createInterface({ input: child.stdout })) {
      const message = text.startsWith("{") ? (JSON.parse(text) as Message) : {};
      if (message.command === "definition") {
        const [found] = message.body ?? [];
        if (found === undefined) {
          break;
        }
        const source = readFileSync(found.file, "utf8").split("\n");
        return { file: found.file, line: source[found.start.line - 1] ?? "" };
      }
    }
  } finally {
    child.kill();
  }
  throw new Error(`${name} of ${path} has no definition.`);
}
