import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { locateProgram, programs } from "../package-files.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));

/** Modules that open connections to other processes. */
const modules = "net|http|https|http2|tls|dgram|dns|dns/promises|child_process|cluster";

/** Names that do not open connections: servers, checks of text, and types. */
const harmless = new Set([
  "createServer",
  "Server",
  "ServerResponse",
  "IncomingMessage",
  "AddressInfo",
  "BlockList",
  "isIP",
  "isIPv4",
  "isIPv6",
]);

/**
 * Connects to the control socket, a file in the data directory. Only commands of the operator do this, and no input
 * of a project reaches it.
 */
const controlClient = "process/control/ask-server.ts";

/**
 * Start our own programs in processes of their own. The first gets the name of a folder, the second documents of projects, for
 * which it opens no connection.
 */
const ownPrograms = [
  ["base/db/opening/initialize-cluster.ts", 'import { fork } from "node:child_process"'],
  [
    "applications/toolkits/compiled/create-compiler.ts",
    'import { type ChildProcess, fork } from "node:child_process"',
  ],
] as const;

/**
 * `platform mcp inspect` asks the address that its operator types, from the operator's machine. It is a client, and the service does not
 * have it.
 */
const inspector = ["process/checking/inspect-mcp.ts", "fetch("] as const;

/** Parts of a string that open connections, or could open them. */
function findWaysOut(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  const found: string[] = [];
  const imports = new RegExp(
    `import\\s+(type\\s+)?([^;"']*?)\\s*from\\s*["'](?:node:)?(?:${modules}|undici)["']`,
    "g",
  );
  for (const [statement, type, names = ""] of code.matchAll(imports)) {
    const named = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    const list = named?.split(",").map((name) => name.trim()) ?? [];
    const harmful = list.filter(
      (name) => name !== "" && !name.startsWith("type ") && !harmless.has(name.split(" ")[0] ?? ""),
    );
    if (type === undefined && (named === undefined || harmful.length > 0)) {
      found.push(statement);
    }
  }
  const others = [
    new RegExp(`(?:import|require)\\s*\\(\\s*["'](?:node:)?(?:${modules}|undici)["']`, "g"),
    new RegExp(`import\\s*["'](?:node:)?(?:${modules}|undici)["']`, "g"),
    /(?<![.\w#])fetch\s*\(/g,
    /\bglobalThis\s*\.\s*fetch\b|\bglobalThis\s*\[/g,
    /\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b/g,
    /[=:(,{]\s*fetch\s*[,;)}\n]/g,
  ];
  return [...found, ...others.flatMap((pattern) => code.match(pattern) ?? [])];
}

describe("egress", () => {
  it("is the only folder of the package that opens connections", () => {
    const files = globSync("**/*.ts", { cwd: source }).filter(
      (path) =>
        path !== controlClient &&
        !path.startsWith("base/egress/") &&
        !/(^|\/)testing\//.test(path) &&
        !path.endsWith(".test.ts"),
    );
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((path) =>
      findWaysOut(readFileSync(`${source}${path}`, "utf8")).map(
        (way) => `${relative(".", path)}: ${way}`,
      ),
    );
    expect(found.toSorted()).toEqual(
      [...ownPrograms, inspector].map(([file, way]) => `${relative(".", file)}: ${way}`).toSorted(),
    );
  });

  it("is left aside by the programs of other processes, which are always the same", () => {
    const [cluster = "", compiler = ""] = ownPrograms.map(([file]) =>
      readFileSync(`${source}${file}`, "utf8"),
    );
    expect(cluster.match(/\bfork\(.*/g)).toEqual(["fork(program, [folder], {"]);
    expect(cluster).toContain('locateProgram("base/db/opening/initialize-cluster-process")');
    expect(compiler.match(/\bfork\(.*/g)).toEqual(["fork(program, limits, {"]);
    expect(compiler).toContain('locateProgram("applications/toolkits/compiled/compile-process")');
    // The programs of this list are files of the service, whatever a caller names.
    expect(programs.every((each) => locateProgram(each).startsWith(source))).toBe(true);
  });

  it("is left aside by the inspector, which only its command uses", () => {
    const users = globSync("**/*.ts", { cwd: source }).filter((path) =>
      /from "\S+\/inspect-mcp\.ts"/.test(readFileSync(`${source}${path}`, "utf8")),
    );
    expect(users).toEqual(["process/cli/mcp.ts"]);
  });

  it("is left aside by commands of the operator, which connect to a file", () => {
    const text = readFileSync(`${source}${controlClient}`, "utf8");
    expect(text.match(/\brequest\(.*/g)).toEqual([
      'request({ socketPath, path: "/commands", method: "POST" });',
    ]);
    const users = globSync("**/*.ts", { cwd: source }).filter((path) =>
      /from "\S+\/ask-server\.ts"/.test(readFileSync(`${source}${path}`, "utf8")),
    );
    expect(users).toEqual(["process/cli/run-admin.ts"]);
  });

  it.each([
    'import http from "node:http";',
    'import { request } from "https";',
    'import * as net from "node:net";',
    'import { createServer, connect } from "node:net";',
    'import { Agent } from "undici";',
    'import {\n  lookup,\n} from "node:dns/promises";',
    'const { connect } = await import("node:tls");',
    'require("dgram")',
    'import "undici";',
    "await fetch(url)",
    "const call = globalThis.fetch;",
    "const client = createClient({ fetch });",
    "const call = fetch;",
    "new WebSocket(url)",
    'import { exec } from "node:child_process";',
  ])("the search finds %s", (text) => {
    expect(findWaysOut(text)).not.toEqual([]);
  });

  it.each([
    'import { createServer, type Server } from "node:http";',
    'import type { Socket } from "node:net";',
    'import { isIPv4 } from "node:net";',
    "// await fetch(url)",
    "egress(url)",
    "catalog.fetch(url)",
    "export function fetchToolkits(): void {}",
  ])("the search ignores %s", (text) => {
    expect(findWaysOut(text)).toEqual([]);
  });
});
