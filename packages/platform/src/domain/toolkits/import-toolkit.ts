import { PlatformError } from "../../errors.ts";
import { type Compiler, TooCostlyError } from "../../toolkits/compiled/create-compiler.ts";
import type { ToolkitCatalogs, ToolkitDefinition } from "../../toolkits/types/catalog-types.ts";
import { inProject, type Platform } from "../scope.ts";
import { documentName } from "./compile-stored.ts";
import { type NewToolkit, removeToolkit, storeToolkit } from "./store-toolkit.ts";

/** How projects change their toolkits. */
export interface ToolkitImports {
  /** Brings a toolkit, or the next version of one, as `importToolkit` does. */
  bring(
    projectId: string,
    toolkit: Pick<NewToolkit, "document" | "purpose">,
  ): Promise<ToolkitDefinition>;
  /** Removes a toolkit, as `removeToolkit` does. */
  remove(projectId: string, slug: string): Promise<void>;
}

/** The imports of a process. */
export function createToolkitImports(parts: ImportParts): ToolkitImports {
  const { platform, catalogs } = parts;
  return {
    bring: (projectId, toolkit) => importToolkit(parts, projectId, toolkit),
    remove: (projectId, slug) =>
      inProject(platform, projectId, (scope) => removeToolkit(scope, slug, catalogs.installation)),
  };
}

/** The parts of a process that an import needs. */
interface ImportParts {
  readonly platform: Platform;
  readonly catalogs: ToolkitCatalogs;
  readonly compiler: Compiler;
}

/**
 * Brings a toolkit document into a project, as a new toolkit or as the next version of one. It is read and taken apart in
 * a thread with limits, which may take seconds, and then stored in one transaction.
 *
 * @param document a toolkit document as `toolkits/README.md` describes it, in JSON or YAML
 * @returns the toolkit as the project sees it from now on, on every replica
 * @throws PlatformError `Toolkit_DocumentInvalid` with a line for each problem, `Toolkit_ImportTooCostly`, and the
 *   errors of `storeToolkit`
 */
async function importToolkit(
  { platform, catalogs, compiler }: ImportParts,
  projectId: string,
  { document, purpose }: Pick<NewToolkit, "document" | "purpose">,
): Promise<ToolkitDefinition> {
  const path = documentName(document);
  const { compiled, errors } = await compiler
    .compile({ path, text: document })
    .catch((error: unknown) => {
      throw error instanceof TooCostlyError
        ? new PlatformError("Toolkit_ImportTooCostly", { cause: error })
        : error;
    });
  if (compiled === undefined) {
    throw new PlatformError("Toolkit_DocumentInvalid", { errors: errors.slice(0, mostLines) });
  }
  await inProject(platform, projectId, (scope) =>
    storeToolkit(scope, { compiled, document, purpose }, catalogs.installation),
  );
  return (await catalogs.of({ projectId })).getToolkit(compiled.slug);
}

/** As many as a request's own problems have at most. */
const mostLines = 100;
