import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createDiagnosticError } from "../../../diagnostic.ts";
import { type ConfiguredApi, readConfiguration } from "../../settings/configuration.ts";
import { isNoPath, writePortablePath } from "../../settings/portable-command.ts";
import type { Pipeline, PipelineHost } from "./pipeline.ts";

/** The folder of the references in a new API. */
export const starterReference = "site";

/** The workflows of an API that `init` begins. */
export function createStarterPipeline(folder: string): Pipeline {
  return {
    documents: ["openapi.yaml"],
    references: [starterReference],
    branch: readDefaultBranch(folder),
  };
}

/**
 * Reads from `redocly.yaml` what the workflows of a project need.
 *
 * @returns undefined when the folder has no configured API
 * @throws DiagnosticError when no API of the configuration has packages
 */
export function readPipeline(folder: string): Pipeline | undefined {
  const apis = readConfiguration(folder);
  if (apis.length === 0) {
    return undefined;
  }
  if (!apis.some((api) => api.package !== undefined)) {
    const [{ name }] = apis as readonly [ConfiguredApi];
    throw createDiagnosticError({
      code: "no-packages",
      message:
        "No API of redocly.yaml has packages, so the workflows would have nothing to release.",
      fix: `Add \`package: { scope: '@acme' }\` to \`apis.${name}.x-specwright\` of redocly.yaml.`,
    });
  }
  const toPath = (path: string): string => writePortablePath(relative(folder, path)) || ".";
  const documents = apis.map(({ document }) => document).filter((path) => !isNoPath(path));
  return {
    documents: [...new Set(documents.map(toPath))],
    references: apis.flatMap(({ docs }) => (docs === undefined ? [] : [toPath(docs.out)])),
    branch: readDefaultBranch(folder),
  };
}

/** The branch that `origin` calls its default, such as `main`. Also `main` when it is not known. */
function readDefaultBranch(folder: string): string {
  const head = join(folder, ".git/refs/remotes/origin/HEAD");
  const text = existsSync(head) ? readFileSync(head, "utf8") : "";
  return /^ref: refs\/remotes\/origin\/(\S+)$/m.exec(text)?.[1] ?? "main";
}

/**
 * Hosts read workflows from the root of a repository only.
 *
 * @throws DiagnosticError when a folder above contains the repository
 */
export function requireRoot(folder: string, host: PipelineHost): void {
  let root = folder;
  while (!existsSync(join(root, ".git")) && root !== dirname(root)) {
    root = dirname(root);
  }
  if (root !== folder && existsSync(join(root, ".git"))) {
    throw createDiagnosticError({
      code: "not-repository-root",
      message: `${folder} is inside the repository ${root}, and workflows have to be in the root of a repository.`,
      fix: `Run \`specwright init --ci ${host}\` in ${root}, with a redocly.yaml that names the document; or run \`git init\` in ${folder} first.`,
      file: folder,
    });
  }
}
