import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { locateGithubDocument } from "./generation.ts";
import { measureProcess } from "./process.ts";
import { formatRatio, type Section } from "./report.ts";

/** A separate folder, because these generators conflict with the repository's own packages. */
const folder = resolveInRoot(".cache/bench-peers");

/** Another generator: its packages with their versions, and its command line for a document. */
interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  readonly args: (document: string) => readonly string[];
}

const peers: readonly Peer[] = [
  {
    name: "orval 8.30, fetch client",
    packages: ["orval@8.30.0"],
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
    name: "kubb 4.39, types, Zod and client",
    packages: ["cli", "core", "plugin-oas", "plugin-ts", "plugin-zod", "plugin-client"].map(
      (name) => `@kubb/${name}@4.39.3`,
    ),
    args: () => ["generate", "--config", "kubb.config.mjs"],
  },
];

/**
 * Measures the other generators on GitHub's document, once each, and specwright in the same run. Installs them first.
 */
export async function benchPeers(): Promise<Section> {
  const document = locateGithubDocument();
  const section = {
    title: "Other generators",
    text: "Generating code from GitHub's document with other tools: a new process of each tool's own command with its defaults, measured once. The tools generate different code, which the name of each line describes. The ratio is to specwright with all targets.",
    columns: ["Tool", "Time", "Memory", "Ratio"],
  };
  if (document === undefined) {
    return { ...section, text: "GitHub's document is not on this machine.", rows: [] };
  }
  await install(document);
  const out = join(folder, "out/specwright");
  const ours = await measureProcess({
    args: [
      resolveInRoot("packages/specwright/bin/specwright.js"),
      "generate",
      document,
      "--out",
      out,
    ],
    before: () => rm(out, { recursive: true, force: true }),
    runs: 3,
  });
  const rows = [renderPeerRow("specwright, all targets", ours, ours.seconds)];
  for (const peer of peers) {
    rows.push(await measure(peer, document, ours.seconds));
  }
  return { ...section, rows };
}

async function install(document: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await rm(join(folder, "out"), { recursive: true, force: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await writeFile(join(folder, "kubb.config.mjs"), writeKubbConfiguration(document));
  const packages = peers.flatMap((peer) => peer.packages);
  const flags = ["--no-audit", "--no-fund", "--save-exact", "--prefix", folder];
  await runCommand("npm", ["install", ...flags, ...packages]);
}

/**
 * The configuration of Kubb. Its validation of the document is off, because the other generators do not validate
 * either.
 */
function writeKubbConfiguration(document: string): string {
  return `import { defineConfig } from "@kubb/core";
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
`;
}

async function measure(peer: Peer, document: string, base: number): Promise<readonly string[]> {
  try {
    const args = [findPeerProgram(peer), ...peer.args(document)];
    return renderPeerRow(peer.name, await measureProcess({ args, cwd: folder, runs: 1 }), base);
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return [peer.name, "failed", "", ""];
  }
}

/** The file of a package's command. */
function findPeerProgram({ packages: [first = ""] }: Peer): string {
  const name = first.slice(0, first.lastIndexOf("@"));
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) {
    throw new Failure(`${name} is not installed.`);
  }
  // A package's own description of itself (npm, package.json, "bin").
  const { bin } = JSON.parse(readFileSync(file, "utf8")) as { bin: Record<string, string> };
  return join(dirname(file), Object.values(bin)[0] ?? "");
}

function renderPeerRow(
  name: string,
  { seconds, megabytes }: { readonly seconds: number; readonly megabytes: number },
  base: number,
): readonly string[] {
  return [
    name,
    `${seconds.toFixed(1)} s`,
    `${megabytes.toFixed(0)} MB`,
    formatRatio(seconds, base),
  ];
}
