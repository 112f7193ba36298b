import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
    code: `import { createTransport, issuesListForRepo } from "../github-editor/client/index.js";
const transport = createTransport();
issuesListForRepo(transport, { | });
`,
    expected: "owner",
  },
  {
    name: "specwright's queries",
    code: `import { createTransport } from "../github-editor/client/index.js";
import { issuesListForRepoQuery } from "../github-editor/query/index.js";
const transport = createTransport();
issuesListForRepoQuery(transport, { | });
`,
    expected: "owner",
  },
  {
    name: "specwright's mocks",
    code: `import { mockIssuesListForRepo } from "../github-editor/mocks/index.js";
mockIssuesListForRepo(({ params }) => { params.|; return []; });
`,
    expected: "owner",
  },
  {
    name: "specwright's tools",
    code: `import { createTools } from "../github-editor/tools/index.js";
createTools({ | });
`,
    expected: "write",
  },
  {
    name: "Redocly 2.77 generate-client",
    code: `import { issues_list_for_repo } from "../redocly.js";
issues_list_for_repo({ path: { | } });
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
  const text = `How long TypeScript's server (tsserver 5.9), which editors ask, takes from opening a file to the completions inside of a call, on GitHub's document. Each line is the median of three new servers, in turns with those of the other lines. The processor's time is that of the server until its first completion, with all threads; it depends less on what else runs. The first completion reads the declarations and the libraries of the compiler, which is what the empty program pays too; the next one comes after a keystroke. The load average was ${loadavg()[0]?.toFixed(1)} before.`;
  const section = {
    title: "In an editor",
    text,
    columns: [
      ...["Program", "First completion", "Beyond the empty program"],
      ...["Processor", "Beyond it", "Next completion"],
    ],
  };
  const document = locateGithubDocument();
  if (document === undefined) {
    return { ...section, text: `${text} GitHub's document is not on this machine.`, rows: [] };
  }
  await prepare(document);
  const measured = new Map<Draft, Completion[]>(drafts.map((each) => [each, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [draft, times] of measured) {
      times.push(await complete(draft));
    }
  }
  const rows: string[][] = [];
  let empty: Completion | undefined;
  for (const [draft, times] of measured) {
    const median = {
      first: takeMedian(times.map(({ first }) => first)),
      processor: takeMedian(times.map(({ processor }) => processor)),
      next: takeMedian(times.map(({ next }) => next)),
    };
    const beyond = (member: "first" | "processor"): string =>
      empty === undefined ? "" : formatSeconds(median[member] - empty[member]);
    rows.push([
      ...[draft.name, formatSeconds(median.first), beyond("first")],
      ...[formatSeconds(median.processor), beyond("processor"), `${median.next.toFixed(0)} ms`],
    ]);
    empty ??= median;
  }
  return { ...section, rows };
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Generates what the programs import. */
async function prepare(document: string): Promise<void> {
  await mkdir(join(workshop, "editor"), { recursive: true });
  const specwright = resolveInRoot("packages/specwright/bin/specwright.js");
  const options = { cwd: workshop, runs: 1 };
  for (const args of [
    [
      ...[specwright, "generate", document, "--out", `${workshop}/github-editor`],
      ...["--targets", "types,client,validators,server,query,mocks,tools"],
    ],
    [
      ...[resolveInRoot("node_modules/@redocly/cli/bin/cli.js"), "generate-client", document],
      ...["-o", `${workshop}/redocly.ts`, "--args-style", "grouped"],
    ],
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

/** Times of one server, in milliseconds. */
interface Completion {
  /** From opening the file to the first completion. */
  readonly first: number;
  /** The time of the processor until then, with all threads of the server. */
  readonly processor: number;
  readonly next: number;
}

async function complete({ name, code, expected }: Draft): Promise<Completion> {
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
    let first: Omit<Completion, "next"> | undefined;
    send("open", { file });
    send("completionInfo", place);
    for await (const text of createInterface({ input: child.stdout })) {
      const message = text.startsWith("{") ? (JSON.parse(text) as Message) : {};
      if (message.command !== "completionInfo") {
        continue;
      }
      const time = performance.now() - began;
      if (message.body?.entries?.some((entry) => entry.name === expected) !== true) {
        throw new Error(`The editor offers no ${expected} in ${name}.`);
      }
      if (first !== undefined) {
        return { ...first, next: time };
      }
      first = { first: time, processor: await readProcessorTime(child.pid) };
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

/** The milliseconds for which a running process used the processor, which only Linux says. It counts in steps of 10 ms. */
async function readProcessorTime(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Fields 14 and 15 of proc(5). The name of the program, the second one, may have spaces.
  const [user = "", system = ""] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function takeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
