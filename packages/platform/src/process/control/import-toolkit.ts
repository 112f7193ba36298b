import { printReportLines } from "../../applications/toolkits/importing/report-lines.ts";
import { type ErrorSlug, PlatformError } from "../../base/errors.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ImportedToolkit } from "../../domain/toolkits/import-toolkit.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext, Outcome } from "./administer.ts";
import { assertProject } from "./assert-project.ts";

/** The options of `platform toolkits import`. */
export interface ImportOptions {
  /** The text of an OpenAPI document, in JSON or YAML. */
  readonly document: string;
  readonly slug: string;
  /** The address of the application, in place of the document's servers. */
  readonly server?: string | undefined;
  /** Makes a new version of a toolkit that the project has. */
  readonly replace: boolean;
}

/**
 * Imports a document as a toolkit of a project, as `POST /toolkits/import` does, or replaces one.
 *
 * @throws StartError when the project does not exist, and for every reason that the API would refuse the document for
 */
export async function importToolkit({ opened, options, progress }: AdminContext): Promise<Outcome> {
  const { platform, imports } = opened;
  const { project = "", toolkit } = options;
  if (toolkit === undefined) {
    throw new StartError("No document was given.\nName a file or a URL.");
  }
  await assertProject(opened, project);
  const { slug, document, replace, server: baseUrl } = toolkit;
  progress(`Reading the document as the toolkit \`${slug}\`.`);
  const imported = await runRefusably(slug, async () => {
    const read = await imports.read({ slug, source: { text: document }, baseUrl });
    return await runInProject(platform, project, (scope) =>
      imports.store(scope, read, replace ? "replace" : "import"),
    );
  });
  return importOutcome(project, imported);
}

/** The refusals of the API, in the words of the command line. */
async function runRefusably<T>(slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof PlatformError ? listRefusals(slug)[error.slug] : undefined;
    if (!(error instanceof PlatformError) || words === undefined) {
      throw error;
    }
    const lines = (error.errors ?? []).map((line) => `- ${line}`);
    const [what, fix] = words;
    throw new StartError([what, ...lines, fix].join("\n"), { cause: error });
  }
}

function listRefusals(
  slug: string,
): Readonly<Partial<Record<ErrorSlug, readonly [what: string, fix: string]>>> {
  return {
    Project_StorageFull: [
      "The project has no room for the document.",
      "Delete a toolkit of the project, or raise PLATFORM_QUOTA_TOOLKITS.",
    ],
    Toolkit_DocumentInvalid: [
      "The document cannot be imported as a toolkit.",
      "Correct these places and import it again.",
    ],
    Toolkit_SlugTaken: [
      `The slug \`${slug}\` is taken or reserved.`,
      "Choose another with --slug, or pass --replace to make a new version of the project's own toolkit.",
    ],
    Toolkit_NotFound: [
      `The project has no toolkit \`${slug}\`.`,
      "Leave out --replace to import it for the first time.",
    ],
    Toolkit_NotOwned: [
      `The toolkit \`${slug}\` belongs to the platform.`,
      "Choose another slug with --slug.",
    ],
    Toolkit_ImportTooCostly: [
      "Reading the document takes more time or memory than an import may take.",
      "Import a smaller part of it.",
    ],
  };
}

function importOutcome(project: string, { record, report }: ImportedToolkit): Outcome {
  const { slug, meta } = record;
  const lines = [
    `Toolkit    ${slug}`,
    `Version    ${meta.version}`,
    `Tools      ${meta.tools_count}`,
    `Auth       ${record.auth_schemes.join(", ")}`,
    `Project    ${project}`,
    ...printReportLines(report),
    "",
    "Next:",
    `  list its tools: GET /api/v3/tools?toolkit_slug=${slug}`,
    ...(record.no_auth
      ? []
      : [
          "  connect an account: POST /api/v3/auth_configs, then POST /api/v3/connected_accounts/link",
        ]),
    "  execute one: POST /api/v3/tools/execute/{tool_slug}",
  ];
  const data = {
    project_id: project,
    slug,
    version: meta.version,
    tools: meta.tools_count,
    skipped_operations: report.skippedOperations,
    notes: report.notes,
  };
  return { text: lines.join("\n"), data };
}
