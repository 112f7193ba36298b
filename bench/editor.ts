import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { resolveInRoot } from "../scripts/support/paths.ts";
import {
  buildHeyApiArgs,
  buildPeerTypesArgs,
  locateGithubDocument,
  workshop,
} from "./generation.ts";
import { measureProcess } from "./process.ts";
import type { Section } from "./report/report.ts";

/** Of the private workspace: TypeScript 7 has no tsserver. */
const server = resolveInRoot("test/peers/node_modules/typescript/lib/tsserver.js");

/** A program that is being written. The editor completes at `|`. */
interface Draft {
  readonly name: string;
  readonly code: string;
  /** One of the completions that the editor has to offer. */
  readonly expected: string;
}

const drafts: readonly Draft[] = [
  { name: "an empty program", code: "const given = { owner: 1 };\ngiven.|;\n", expected: "owner" },
  {
    name: "specwright's client",
    code: `import { createTransport, issuesListForRepo } from "../github/client/index.js";
const transport = createTransport();
issuesListForRepo(transport, { | });
`,
    expected: "owner",
  },
  {
    name: "hey-api 0.99, SDK",
    code: `import { issuesListForRepo } from "../hey-api/index.js";
issuesListForRepo({ path: { | } });
`,
    expected: "owner",
  },
  {
    name: "openapi-fetch 0.17 with openapi-typescript 7.13",
    code: `import createClient from "openapi-fetch";
import type { paths } from "../openapi-typescript.d.ts";
const client = createClient<paths>();
client.GET("/repos/{owner}/{repo}/issues", { params: { path: { | } } });
`,
    expected: "owner",
  },
];

const runs = 3;

/** Measures how long an editor waits for completions inside of a call, on GitHub's document. */
export async function benchEditor(): Promise<Section> {
  const text = `How long TypeScript's server (tsserver 5.9), which editors ask, takes from opening a file to the completions inside of a call, on GitHub's document. Each line is the median of three new servers, in turns with those of the other lines. The first completion reads the declarations and the libraries of the compiler, which is what the empty program pays too; the next one comes after a keystroke. The load average was ${loadavg()[0]?.toFixed(1)} before.`;
  const section = {
    title: "In an editor",
    text,
    columns: ["Program", "First completion", "Beyond the empty program", "Next completion"],
  };
  const document = locateGithubDocument();
  if (document === undefined) {
    return { ...section, text: `${text} GitHub's document is not on this machine.`, rows: [] };
  }
  await prepare(document);
  const measured = new Map<Draft, (readonly [number, number])[]>(drafts.map((each) => [each, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [draft, times] of measured) {
      times.push(await complete(draft));
    }
  }
  const rows: string[][] = [];
  let empty = 0;
  for (const [draft, times] of measured) {
    const first = takeMedian(times.map(([time]) => time));
    const next = takeMedian(times.map(([, time]) => time));
    empty ||= first;
    const beyond = first === empty ? "" : `${((first - empty) / 1000).toFixed(1)} s`;
    rows.push([draft.name, `${(first / 1000).toFixed(1)} s`, beyond, `${next.toFixed(0)} ms`]);
  }
  return { ...section, rows };
}

/** Generates what the programs import. */
async function prepare(document: string): Promise<void> {
  await mkdir(join(workshop, "editor"), { recursive: true });
  const specwright = resolveInRoot("packages/specwright/bin/specwright.js");
  const options = { cwd: workshop, runs: 1 };
  for (const args of [
    [specwright, "generate", document, "--out", `${workshop}/github`],
    buildHeyApiArgs(document, ["@hey-api/typescript", "@hey-api/sdk"]),
    buildPeerTypesArgs(document),
  ]) {
    await measureProcess({ ...options, args });
  }
  const compilerOptions = {
    strict: true,
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    lib: ["esnext", "dom", "dom.iterable"],
  };
  await writeFile(
    join(workshop, "editor", "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts"] }),
  );
}

/** A message of tsserver, as far as it is used here. */
interface Message {
  readonly command?: string;
  readonly body?: { readonly entries?: readonly { readonly name: string }[] };
}

/** @returns the milliseconds of the first completion and of the next one */
async function complete({ name, code, expected }: Draft): Promise<readonly [number, number]> {
  const folder = join(workshop, "editor");
  const file = join(folder, "program.ts");
  const [before = "", after = ""] = code.split("|");
  await writeFile(file, before + after);
  const line = before.split("\n").length;
  const offset = before.length - before.lastIndexOf("\n");
  const place = { file, line, offset };
  const child = spawn(process.execPath, [server, "--disableAutomaticTypingAcquisition"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let seq = 0;
  const send = (command: string, given: object): void => {
    seq += 1;
    child.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: given })}\n`);
  };
  try {
    let began = performance.now();
    const times: number[] = [];
    send("open", { file });
    send("completionInfo", place);
    for await (const text of createInterface({ input: child.stdout })) {
      const message = text.startsWith("{") ? (JSON.parse(text) as Message) : {};
      if (message.command !== "completionInfo") {
        continue;
      }
      times.push(performance.now() - began);
      if (message.body?.entries?.some((entry) => entry.name === expected) !== true) {
        throw new Error(`The editor offers no ${expected} in ${name}.`);
      }
      const [first, next] = times;
      if (first !== undefined && next !== undefined) {
        return [first, next];
      }
      began = performance.now();
      // A space, as somebody types it.
      send("change", { ...place, endLine: line, endOffset: offset, insertString: " " });
      send("completionInfo", { ...place, offset: offset + 1 });
    }
  } finally {
    child.kill();
    await rm(file, { force: true });
  }
  throw new Error("tsserver ended before it answered.");
}

function takeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
