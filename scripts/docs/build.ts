import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { type Bundle, isObject, type OpenApiDocument, operationsOf } from "../support/document.ts";
import { inRoot } from "../support/paths.ts";
import { curlSample } from "./curl.ts";
import { errorEntries, withErrorsTable } from "./errors-table.ts";
import { llmsFiles, type TextFile } from "./llms.ts";
import { docsScript, docsStyle, indexPage } from "./page.ts";
import { redocScript } from "./redoc.ts";

/** What a build of the reference wrote. */
export interface DocsResult {
  readonly folder: string;
  readonly operations: number;
  readonly errors: number;
  readonly files: number;
}

/**
 * Builds the reference as static files that any host can serve from any folder. The folder is replaced as a whole when
 * everything is written, so that a build that fails leaves the one before.
 *
 * @throws Failure when Redoc's bundle is not the expected one.
 */
export async function buildDocs(bundle: Bundle, folder: string): Promise<DocsResult> {
  const errors = errorEntries(await readErrors());
  const document = withErrorsTable(bundle.document, errors);
  const server = serverAddress(document);
  const files: TextFile[] = [
    { path: "index.html", content: indexPage(document.info.title, document.info.summary ?? "") },
    { path: "docs.js", content: docsScript },
    { path: "docs.css", content: docsStyle },
    { path: "redoc.standalone.js", content: await redocScript() },
    { path: "reference.json", content: JSON.stringify(withSamples(document, server)) },
    { path: "openapi.yaml", content: bundle.yaml },
    { path: "openapi.json", content: bundle.json },
    ...llmsFiles(document, server),
  ];
  await writeSite(files, folder);
  return {
    folder,
    operations: operationsOf(document).length,
    errors: errors.length,
    files: files.length,
  };
}

async function readErrors(): Promise<Record<string, unknown>> {
  const parsed: unknown = parse(await readFile(inRoot("spec/errors.yaml"), "utf8"));
  return isObject(parsed) ? parsed : {};
}

/** The first server with its variables' defaults filled in. */
export function serverAddress(document: OpenApiDocument): string {
  const server = document.servers?.[0];
  return (server?.url ?? "").replaceAll(
    /\{([^}]+)\}/g,
    (_, name: string) => server?.variables?.[name]?.default ?? "",
  );
}

function withSamples(document: OpenApiDocument, server: string): OpenApiDocument {
  const copy = structuredClone(document);
  for (const place of operationsOf(copy)) {
    const sample = { lang: "Shell", label: "curl", source: curlSample(document, place, server) };
    Object.assign(place.operation, { "x-codeSamples": [sample] });
  }
  return copy;
}

async function writeSite(files: readonly TextFile[], folder: string): Promise<void> {
  const staged = `${folder}.${process.pid}.new`;
  const old = `${folder}.${process.pid}.old`;
  await rm(staged, { recursive: true, force: true });
  try {
    for (const file of files) {
      const path = join(staged, file.path);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file.content);
    }
    await rename(folder, old).catch(ignoreMissing);
    await rename(staged, folder);
  } finally {
    await rm(staged, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
