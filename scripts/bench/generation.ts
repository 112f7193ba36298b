import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { inRoot, specFile } from "../support/paths.ts";
import { measureProcess, type ProcessFigures } from "./process.ts";
import { ratio, type Section } from "./report.ts";

const specwright = inRoot("packages/specwright/bin/specwright.js");
const openapiTypescript = inRoot("test/peers/node_modules/openapi-typescript/bin/cli.js");
const heyApi = inRoot("node_modules/@hey-api/openapi-ts/dist/run.mjs");

/** Where the benchmarks generate into: below the repository, so that output finds the runtime. */
export const workshop: string = inRoot(".cache/bench");

/** GitHub's document, or undefined where it is not on this machine. */
export function githubDocument(): string | undefined {
  const path = `${process.env.SPECWRIGHT_CORPUS ?? inRoot("../shared/corpus")}/github.json`;
  return existsSync(path) ? path : undefined;
}

/** `specwright generate`, cold and when nothing changed, beside openapi-typescript and hey-api. */
export async function benchGeneration(): Promise<Section> {
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  const rows = await measureDocument("our document", inRoot(specFile), 5);
  const github = githubDocument();
  if (github !== undefined) {
    rows.push(...(await measureDocument("GitHub's", github, 5)), ...(await measurePeers(github)));
  }
  const base = rows.find(({ name }) => name === "GitHub's: specwright, all targets, cold");
  return {
    title: "Generation",
    text: `Whole processes of the built packages, median of five (peers: three). Ratios are to specwright's cold run on GitHub's document.${github === undefined ? " GitHub's document is not on this machine." : ""}`,
    columns: ["", "time", "memory", "ratio"],
    rows: rows.map(({ name, figures }) => [
      name,
      `${figures.seconds.toFixed(2)} s`,
      `${figures.megabytes.toFixed(0)} MB`,
      base && name.startsWith("GitHub") ? ratio(figures.seconds, base.figures.seconds) : "",
    ]),
  };
}

interface Measured {
  readonly name: string;
  readonly figures: ProcessFigures;
}

async function measureDocument(label: string, document: string, runs: number): Promise<Measured[]> {
  const out = `${workshop}/${label.startsWith("GitHub") ? "github" : "ours"}`;
  const args = [specwright, "generate", document, "--out", out];
  const before = (): Promise<void> => rm(out, { recursive: true, force: true });
  return [
    {
      name: `${label}: specwright, all targets, cold`,
      figures: await measureProcess({ args, runs, before }),
    },
    {
      name: `${label}: specwright, nothing changed`,
      figures: await measureProcess({ args, runs }),
    },
  ];
}

async function measurePeers(document: string): Promise<Measured[]> {
  // Away from our redocly.yaml, which openapi-typescript would read.
  const options = { cwd: workshop, runs: 3 };
  const types = [openapiTypescript, document, "-o", `${workshop}/openapi-typescript.d.ts`];
  const plugins = ["-p", "@hey-api/typescript", "@hey-api/sdk", "zod"];
  const sdk = [
    "--import",
    inRoot("scripts/bench/typescript-5.js"),
    heyApi,
    "-i",
    document,
    "-o",
    `${workshop}/hey-api`,
  ];
  return [
    {
      name: "GitHub's: openapi-typescript 7.13, types only",
      figures: await measureProcess({ ...options, args: types }),
    },
    {
      name: "GitHub's: hey-api 0.99, types, SDK and Zod",
      figures: await measureProcess({ ...options, args: [...sdk, ...plugins, "--no-log-file"] }),
    },
  ];
}
