import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { stringify } from "yaml";
import { resolveInRoot } from "../scripts/support/paths.ts";
import { buildPeerTypesArgs, locateGithubDocument, workshop } from "./generation.ts";
import { computeMedian, measureProcess, type ProcessFigures } from "./process.ts";
import { formatRatio, type Section } from "./report/report.ts";

const rounds = 5;

/**
 * Measures a large document in YAML: every target of specwright, and the types of openapi-typescript for comparison, in
 * turn. `SPECWRIGHT_YAML` names the document; by default a part of GitHub's is written as YAML.
 */
export async function benchYaml(): Promise<Section> {
  const section = {
    title: "YAML",
    columns: ["Tool", "Time", "Memory", "Ratio"],
  };
  await mkdir(workshop, { recursive: true });
  const document = process.env.SPECWRIGHT_YAML ?? (await writePartOfGithub());
  if (document === undefined) {
    return { ...section, text: "GitHub's document is not on this machine.", rows: [] };
  }
  const out = `${workshop}/yaml`;
  const specwright = resolveInRoot("packages/specwright/bin/specwright.js");
  const own: ProcessFigures[] = [];
  const peer: ProcessFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const clearGenerated = (): Promise<void> => rm(out, { recursive: true, force: true });
    const args = [specwright, "generate", document, "--out", out];
    own.push(await measureProcess({ args, before: clearGenerated, runs: 1 }));
    // Run in another folder, because openapi-typescript would read our redocly.yaml.
    peer.push(await measureProcess({ args: buildPeerTypesArgs(document), cwd: workshop, runs: 1 }));
  }
  const { length } = await readFile(document);
  const name =
    process.env.SPECWRIGHT_YAML === undefined ? "a part of GitHub's document" : basename(document);
  const base = computeMedian(peer.map(({ seconds }) => seconds));
  return {
    ...section,
    text: `${(length / 1e6).toFixed(1)} MB of YAML (${name}), read and turned into types by new processes of the built packages, in turns; the figures are medians of ${rounds} runs. The ratio is to openapi-typescript.`,
    rows: [
      renderYamlRow("specwright, all targets", own, base),
      renderYamlRow("openapi-typescript 7.13, types only", peer, base),
    ],
  };
}

function renderYamlRow(
  name: string,
  figures: readonly ProcessFigures[],
  base: number,
): readonly string[] {
  const seconds = computeMedian(figures.map((each) => each.seconds));
  const megabytes = Math.max(...figures.map((each) => each.megabytes));
  return [
    name,
    `${seconds.toFixed(2)} s`,
    `${megabytes.toFixed(0)} MB`,
    formatRatio(seconds, base),
  ];
}

/** Characters of JSON that make about three megabytes of YAML. */
const size = 2_300_000;

/** GitHub's first operations and the components that they need, in the YAML style that people use. */
async function writePartOfGithub(): Promise<string | undefined> {
  const source = locateGithubDocument();
  if (source === undefined) {
    return undefined;
  }
  // The corpus has the document that GitHub publishes. It is OpenAPI 3.0, and all its references are `#/components/…`.
  const document = JSON.parse(await readFile(source, "utf8")) as Document;
  const paths: Record<string, unknown> = {};
  const components: Record<string, Record<string, unknown>> = {};
  let written = 0;
  const take = (value: unknown): void => {
    const text = JSON.stringify(value);
    written += text.length;
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g)) {
      const own = components[kind] ?? {};
      components[kind] = own;
      if (!Object.hasOwn(own, name)) {
        own[name] = document.components[kind]?.[name];
        take(own[name]);
      }
    }
  };
  for (const [path, item] of Object.entries(document.paths)) {
    if (written < size) {
      paths[path] = item;
      take(item);
    }
  }
  const { openapi, info, servers, tags } = document;
  const part = { openapi, info, servers, tags, paths, components };
  const file = `${workshop}/github-part.yaml`;
  await writeFile(file, stringify(part, { aliasDuplicateObjects: false }));
  return file;
}

interface Document {
  readonly openapi: unknown;
  readonly info: unknown;
  readonly servers: unknown;
  readonly tags: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
