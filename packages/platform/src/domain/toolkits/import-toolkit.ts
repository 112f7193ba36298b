import type { Egress } from "../../egress/create-egress.ts";
import { PlatformError } from "../../errors.ts";
import type { CompiledToolkit } from "../../toolkits/compiled/compiled-toolkit.ts";
import { type Compiler, TooCostlyError } from "../../toolkits/compiled/create-compiler.ts";
import { openOutline } from "../../toolkits/compiled/open-compiled.ts";
import type { PackedDocument } from "../../toolkits/compiled/packed-document.ts";
import type { ImportReport, ImportWish } from "../../toolkits/importing/import-types.ts";
import type { ToolkitCatalog, ToolkitDetailRecord } from "../../toolkits/types/catalog-types.ts";
import type { Scope } from "../scope.ts";
import { checkServer } from "./check-server.ts";
import { nameDocumentFile } from "./compile-stored.ts";
import { storeToolkit } from "./store-toolkit.ts";

/** A document that a project imports, with its settings. */
export interface ImportedDocument extends ImportWish {
  /** An OpenAPI document, 3.1 or 3.0, in JSON or YAML. */
  readonly document: string;
}

/** A document that was compiled and can be stored. */
export interface ReadImport extends ImportWish {
  readonly document: PackedDocument;
  readonly compiled: CompiledToolkit;
  readonly report: ImportReport;
}

/** A toolkit as all replicas show it to the project from now on, with the report of its import. */
export interface ImportedToolkit {
  readonly record: ToolkitDetailRecord;
  readonly report: ImportReport;
}

/**
 * Imports toolkits for projects. A document is first read, which may take seconds, and then stored in a transaction.
 */
export interface ToolkitImports {
  /**
   * Reads and compiles a document, in a thread with limits, and checks if requests may go to its server. `x-platform-*` fields of the document have the meaning
   * that `toolkits/README.md` describes.
   *
   * @throws PlatformError `Toolkit_DocumentInvalid` with a line for each problem, `Toolkit_ImportTooCostly`
   */
  read(document: ImportedDocument): Promise<ReadImport>;
  /**
   * Stores a new toolkit, or the next version of one.
   *
   * @throws PlatformError as `storeToolkit` does
   */
  store(scope: Scope, read: ReadImport, purpose: "import" | "replace"): Promise<ImportedToolkit>;
}

/** The imports of a process. */
export function createToolkitImports(parts: {
  readonly installation: ToolkitCatalog;
  readonly compiler: Compiler;
  readonly check: Egress["check"];
}): ToolkitImports {
  const { installation, compiler, check } = parts;
  return {
    read: (document) => readImport(compiler, check, document),
    store: async (scope, read, purpose) => {
      const stored = await storeToolkit(scope, { ...read, purpose }, installation);
      const place = { baseUrl: scope.platform.baseUrl, versionsOfTools: new Map(), ...stored };
      const { toolkit } = await openOutline(read.compiled.outline, place);
      return { record: toolkit.record, report: read.report };
    },
  };
}

async function readImport(
  compiler: Compiler,
  check: Egress["check"],
  given: ImportedDocument,
): Promise<ReadImport> {
  const { document, slug, authSchemes } = given;
  const path = nameDocumentFile(document);
  const {
    compiled,
    errors,
    report = { skippedOperations: [], notes: [] },
    server = "",
    document: packed,
  } = await compiler
    .compile({ path, text: document, wish: { slug, authSchemes } })
    .catch((error: unknown) => {
      throw error instanceof TooCostlyError
        ? new PlatformError("Toolkit_ImportTooCostly", { cause: error })
        : error;
    });
  if (compiled === undefined || packed === undefined) {
    throw new PlatformError("Toolkit_DocumentInvalid", { errors: errors.slice(0, mostLines) });
  }
  return {
    slug,
    authSchemes,
    document: packed,
    compiled,
    report: { ...report, notes: [...(await checkServer(check, server)), ...report.notes] },
  };
}

/** The number of problem lines that are returned; the same limit as for problems of a request. */
const mostLines = 100;
