import { resolveInRoot, specFile } from "../scripts/support/paths.ts";
import { measureProcess } from "./process.ts";
import type { Section } from "./report/report.ts";

const redocly = resolveInRoot("node_modules/@redocly/cli/bin/cli.js");

/** Measures lint, bundle and reference of our own document, because `npm start` waits for them. */
export async function benchDocument(): Promise<Section> {
  const lint = await measureProcess({ args: [redocly, "lint", specFile] });
  const bundle = await measureProcess({
    args: [redocly, "bundle", specFile, "--output=.cache/openapi.yaml"],
  });
  const docs = await measureProcess({ args: ["-C", "source", "scripts/run.js", "docs"], runs: 3 });
  const renderDocumentRow = (
    name: string,
    figures: { seconds: number; megabytes: number },
  ): string[] => [name, `${figures.seconds.toFixed(2)} s`, `${figures.megabytes.toFixed(0)} MB`];
  return {
    title: "Our document",
    text: "The commands that work on this repository's own OpenAPI document. Each is a new process without caches; the figures are medians. `npm run docs` lints and bundles in further processes, whose memory is not counted.",
    columns: ["Command", "Time", "Memory"],
    rows: [
      renderDocumentRow("lint (Redocly)", lint),
      renderDocumentRow("bundle (Redocly)", bundle),
      renderDocumentRow("`npm run docs`", docs),
    ],
  };
}
