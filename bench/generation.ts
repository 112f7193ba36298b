import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { resolveInRoot, specFile } from "../scripts/support/paths.ts";
import { measureProcess, type ProcessFigures } from "./process.ts";
import { type Bar, plotBars } from "./report/plot.ts";
import { formatRatio, type Plot, type Section } from "./report/report.ts";
import { measureWatch } from "./watch.ts";

const specwright = resolveInRoot("packages/specwright/bin/specwright.js");
const openapiTypescript = resolveInRoot("test/peers/node_modules/openapi-typescript/bin/cli.js");
const heyApi = resolveInRoot("node_modules/@hey-api/openapi-ts/dist/run.mjs");

/** The output folder of the benchmarks. It is below the repository, so that the output finds the runtime. */
export const workshop: string = resolveInRoot(".cache/bench");

/** The types that openapi-typescript generates from GitHub's document. */
export const peerTypes: string = `${workshop}/openapi-typescript.d.ts`;

/** The command line of openapi-typescript that writes `peerTypes`. */
export function buildPeerTypesArgs(document: string): readonly string[] {
  return [openapiTypescript, document, "-o", peerTypes];
}

/** The command line of hey-api that writes the folder `hey-api`. */
export function buildHeyApiArgs(document: string, plugins: readonly string[]): readonly string[] {
  return [
    "--import",
    resolveInRoot("bench/programs/typescript-5.js"),
    heyApi,
    ...["-i", document, "-o", `${workshop}/hey-api`, "-p", ...plugins, "--no-log-file"],
  ];
}

/** GitHub's document; undefined when this machine does not have it. */
export function locateGithubDocument(): string | undefined {
  const path = `${process.env.SPECWRIGHT_CORPUS ?? resolveInRoot("../shared/corpus")}/github.json`;
  return existsSync(path) ? path : undefined;
}

/** Measures `specwright generate`, cold and without changes, and openapi-typescript and hey-api for comparison. */
export async function benchGeneration(): Promise<Section> {
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  const rows = await measureDocument("our document", resolveInRoot(specFile), 5);
  rows.push(await watchOurs());
  const github = locateGithubDocument();
  if (github !== undefined) {
    rows.push(
      ...(await measureDocument("GitHub's", github, 5)),
      await watchGithub(github),
      ...(await measurePeers(github)),
    );
  }
  const base = rows.find(({ name }) => name === "GitHub's: specwright, all targets, cold");
  return {
    title: "Generation",
    text: `Generating code from our document and from GitHub's. Each run is a new process of the built packages; the figures are medians of five runs (of other tools: three). With \`--watch\` the time is that from saving an edit to the last written file, median of eight edits: changed texts, renamed properties and added operations. It includes the 60 ms for which \`--watch\` waits until a document rests. "Cold" is the first run into an empty folder, and the ratio is to this run on GitHub's document.${github === undefined ? " GitHub's document is not on this machine." : ""}`,
    columns: ["Tool", "Time", "Memory", "Ratio"],
    rows: rows.map(({ name, figures }) => [
      name,
      `${figures.seconds.toFixed(2)} s`,
      Number.isNaN(figures.megabytes) ? "" : `${figures.megabytes.toFixed(0)} MB`,
      base && name.startsWith("GitHub") ? formatRatio(figures.seconds, base.figures.seconds) : "",
    ]),
    ...(base === undefined ? {} : { plot: buildGenerationPlot(rows) }),
  };
}

/** The rows of GitHub's document as a chart. */
function buildGenerationPlot(rows: readonly Measured[]): Plot {
  const bars = rows.flatMap(({ name, figures }): Bar[] => {
    const label = /^GitHub's: (.*)/.exec(name)?.[1];
    const text = `${figures.seconds.toFixed(2)} s`;
    return label === undefined
      ? []
      : [{ label, value: figures.seconds, text, isOwn: label.startsWith("specwright") }];
  });
  const title = "Generating from GitHub's document (13 MB, 1,223 operations)";
  return {
    file: "generation.svg",
    alternative: `${title}: ${bars.map(({ label, text }) => `${label} ${text}`).join("; ")}`,
    svg: plotBars(title, bars),
  };
}

interface Measured {
  readonly name: string;
  readonly figures: Omit<ProcessFigures, "processor">;
}

async function measureDocument(label: string, document: string, runs: number): Promise<Measured[]> {
  const out = `${workshop}/${label.startsWith("GitHub") ? "github" : "ours"}`;
  const args = [specwright, "generate", document, "--out", out];
  const removeGenerated = (): Promise<void> => rm(out, { recursive: true, force: true });
  return [
    {
      name: `${label}: specwright, all targets, cold`,
      figures: await measureProcess({ args, runs, before: removeGenerated }),
    },
    {
      name: `${label}: specwright, nothing changed`,
      figures: await measureProcess({ args, runs }),
    },
  ];
}

/** Edits of GitHub's document, of the kinds that people make. Each result differs from the previous text. */
function listGithubEdits(): ((text: string) => string)[] {
  let number = 0;
  const replaceAfter =
    (mark: string, pattern: RegExp, replacement: (found: string) => string) =>
    (text: string): string => {
      const at = text.indexOf(mark);
      return text.slice(0, at) + text.slice(at).replace(pattern, replacement);
    };
  const takeNextEdit = (): string => `edit${++number}`;
  const kinds = [
    replaceAfter(
      '"/repos/{owner}/{repo}": {',
      /"description": "/,
      (found) => found + takeNextEdit(),
    ),
    replaceAfter('"simple-user": {', /"login\w*": \{/, () => `"login_${takeNextEdit()}": {`),
    (text: string): string => {
      const id = takeNextEdit();
      const operation = {
        get: { operationId: id, tags: ["repos"], responses: { 204: { description: id } } },
      };
      return text.replace('"/repos/{owner}/{repo}/topics":', (found) => {
        return `"/${id}": ${JSON.stringify(operation)},\n    ${found}`;
      });
    },
    replaceAfter('"issue": {', /"title\w*": \{/, () => `"title_${takeNextEdit()}": {`),
  ];
  return [kinds[0], ...kinds, ...kinds].filter((kind) => kind !== undefined);
}

async function watchGithub(document: string): Promise<Measured> {
  const file = `${workshop}/watched/github.json`;
  await mkdir(dirname(file), { recursive: true });
  await copyFile(document, file);
  const args = [specwright, "generate", file, "--out", `${workshop}/watched/out`, "--watch"];
  return {
    name: "GitHub's: specwright, --watch, after an edit",
    figures: await measureWatch({ args, file, edits: listGithubEdits() }),
  };
}

async function watchOurs(): Promise<Measured> {
  const folder = `${workshop}/watched/spec`;
  await cp(dirname(resolveInRoot(specFile)), folder, { recursive: true });
  const file = `${folder}/openapi.yaml`;
  const args = [specwright, "generate", file, "--out", `${workshop}/watched/ours`, "--watch"];
  const edits = Array.from(
    { length: 6 },
    (_, index) => (text: string) => text.replace(/^( {2}title: .*)$/m, `$1 ${index}`),
  );
  return {
    name: "our document: specwright, --watch, after an edit",
    figures: await measureWatch({ args, file, edits }),
  };
}

async function measurePeers(document: string): Promise<Measured[]> {
  // Run in another folder, because openapi-typescript would read our redocly.yaml.
  const options = { cwd: workshop, runs: 3 };
  return [
    {
      name: "GitHub's: openapi-typescript 7.13, types only",
      figures: await measureProcess({ ...options, args: buildPeerTypesArgs(document) }),
    },
    {
      name: "GitHub's: hey-api 0.99, types, SDK and Zod",
      figures: await measureProcess({
        ...options,
        args: buildHeyApiArgs(document, ["@hey-api/typescript", "@hey-api/sdk", "zod"]),
      }),
    },
  ];
}
