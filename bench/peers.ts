import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { Failure } from "../scripts/support/failure.ts";
import { resolveInRoot } from "../scripts/support/paths.ts";
import { runCommand } from "../scripts/support/run.ts";
import { locateGithubDocument } from "./generation.ts";
import { computeMedian, measureProcess, type ProcessFigures } from "./process.ts";
import { formatRatio, type Section } from "./report/report.ts";

/** A folder for each generator below this one, because they conflict with the repository's own packages. */
const folder = resolveInRoot(".cache/bench-peers");

/** Another generator: its packages with their versions, and its command line for a document. */
interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  readonly args: (document: string) => readonly string[];
  /** The text of `kubb.config.mjs`. */
  readonly configuration?: (document: string) => string;
}

const peers: readonly Peer[] = [
  {
    name: "Redocly 2.77 generate-client, types, client and Zod",
    packages: ["@redocly/cli@2.77.0"],
    args: (document) => [
      ...["generate-client", document, "-o", "out/redocly.ts"],
      ...["--generator", "typescript", "--generator", "zod"],
    ],
  },
  {
    name: "orval 8.38, fetch client",
    packages: ["orval@8.38.0"],
    args: (document) => ["--input", document, "--output", "out/orval.ts", "--client", "fetch"],
  },
  {
    name: "openapi-zod-client 1.18, Zod",
    packages: ["openapi-zod-client@1.18.3"],
    args: (document) => [document, "-o", "out/openapi-zod-client.ts"],
  },
  {
    name: "swagger-typescript-api 13.13, client",
    packages: ["swagger-typescript-api@13.13.0"],
    args: (document) => ["generate", "-p", document, "-o", "out/swagger-typescript-api"],
  },
  {
    name: "kubb 5.2, Zod",
    packages: ["kubb@5.2.0", "@kubb/plugin-zod@5.1.6"],
    args: () => ["generate", "--config", "kubb.config.mjs"],
    configuration: (document) => `import { pluginZod } from "@kubb/plugin-zod";
import { defineConfig } from "kubb";

export default defineConfig({
  root: ".",
  input: ${JSON.stringify(document)},
  output: { path: "./out/kubb", clean: true },
  plugins: [pluginZod()],
});
`,
  },
  {
    name: "kubb 4.39, types, Zod and client",
    packages: ["cli", "core", "plugin-oas", "plugin-ts", "plugin-zod", "plugin-client"].map(
      (name) => `@kubb/${name}@4.39.3`,
    ),
    args: () => ["generate", "--config", "kubb.config.mjs"],
    // Its validation of the document is off, because the other generators do not validate either.
    configuration: (document) => `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  root: ".",
  input: { path: ${JSON.stringify(document)} },
  output: { path: "./out/kubb", clean: true },
  plugins: [pluginOas({ validate: false }), pluginTs(), pluginZod(), pluginClient()],
});
`,
  },
];

/** Generators that take longer than this, in seconds, are measured once and not three times. */
const patience = 10;

/**
 * Measures the other generators on GitHub's document, and specwright before each of their runs. Installs them first.
 */
export async function benchPeers(): Promise<Section> {
  const document = locateGithubDocument();
  const section = {
    title: "Other generators",
    text: `Generating code from GitHub's document with other tools: a new process of each tool's own command with its defaults. The tools generate different code, which the name of each line describes. specwright with all targets runs before each of their runs, and the ratios are the medians of these pairs: three, or one where the tool takes more than ${patience} s. The time of the processor, with all threads, depends less on what else runs. The load average was ${loadavg()[0]?.toFixed(1)} before.`,
    columns: ["Tool", "Time", "Ratio", "Processor", "Ratio", "Memory"],
  };
  if (document === undefined) {
    return { ...section, text: "GitHub's document is not on this machine.", rows: [] };
  }
  const own: ProcessFigures[] = [];
  const rows: (readonly string[])[] = [];
  for (const peer of peers) {
    await install(peer, document);
    const pairs = await measurePairs(peer, document);
    own.push(...pairs.map(([ours]) => ours));
    rows.push(renderPeerRow(peer.name, pairs));
  }
  const alone = own.map((figures) => [figures, figures] as const);
  return { ...section, rows: [renderPeerRow("specwright, all targets", alone), ...rows] };
}

/** The name of a generator's first package, which has its command. */
function namePeerPackage({ packages: [first = ""] }: Peer): string {
  return first.slice(0, first.lastIndexOf("@"));
}

function findPeerFolder(peer: Peer): string {
  return join(folder, namePeerPackage(peer).replaceAll("/", "+"));
}

async function install(peer: Peer, document: string): Promise<void> {
  const own = findPeerFolder(peer);
  await mkdir(own, { recursive: true });
  await rm(join(own, "out"), { recursive: true, force: true });
  await mkdir(join(own, "out"));
  await writeFile(join(own, "package.json"), '{ "private": true, "type": "module" }\n');
  if (peer.configuration !== undefined) {
    await writeFile(join(own, "kubb.config.mjs"), peer.configuration(document));
  }
  // Kubb's plugin for Zod asks for a version of Kubb that is not published.
  const flags = ["--no-audit", "--no-fund", "--save-exact", "--legacy-peer-deps", "--prefix", own];
  await runCommand("npm", ["install", ...flags, ...peer.packages]);
}

/** specwright and the generator, in turns. Empty when the generator fails. */
async function measurePairs(
  peer: Peer,
  document: string,
): Promise<readonly (readonly [ProcessFigures, ProcessFigures])[]> {
  const out = join(folder, "out");
  const program = resolveInRoot("packages/specwright/bin/specwright.js");
  const before = (): Promise<void> => rm(out, { recursive: true, force: true });
  const pairs: (readonly [ProcessFigures, ProcessFigures])[] = [];
  try {
    const args = [findPeerProgram(peer), ...peer.args(document)];
    for (let slowest = 0; pairs.length < 3 && slowest < patience; ) {
      const generate = [program, "generate", document, "--out", out];
      const ours = await measureProcess({ args: generate, before, runs: 1 });
      const theirs = await measureProcess({ args, cwd: findPeerFolder(peer), runs: 1 });
      pairs.push([ours, theirs]);
      slowest = theirs.seconds;
    }
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    console.error(error.message);
  }
  return pairs;
}

/** The file of a package's command. */
function findPeerProgram(peer: Peer): string {
  const name = namePeerPackage(peer);
  const file = join(findPeerFolder(peer), "node_modules", name, "package.json");
  if (!existsSync(file)) {
    throw new Failure(`${name} is not installed.`);
  }
  // A package's own description of itself (npm, package.json, "bin").
  const { bin } = JSON.parse(readFileSync(file, "utf8")) as { bin: Record<string, string> };
  return join(dirname(file), Object.values(bin)[0] ?? "");
}

function renderPeerRow(
  name: string,
  pairs: readonly (readonly [ProcessFigures, ProcessFigures])[],
): readonly string[] {
  if (pairs.length === 0) {
    return [name, "failed", "", "", "", ""];
  }
  const takeMedian = (key: keyof ProcessFigures): number =>
    computeMedian(pairs.map(([, theirs]) => theirs[key]));
  const formatPairs = (key: keyof ProcessFigures): string =>
    formatRatio(computeMedian(pairs.map(([ours, theirs]) => theirs[key] / ours[key])), 1);
  return [
    name,
    `${takeMedian("seconds").toFixed(1)} s`,
    formatPairs("seconds"),
    `${takeMedian("processor").toFixed(1)} s`,
    formatPairs("processor"),
    `${takeMedian("megabytes").toFixed(0)} MB`,
  ];
}
