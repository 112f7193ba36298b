import {
  type DocumentSource,
  type SplitBody,
  TooCostlyError,
} from "../../applications/toolkits/compiled/compile-job.ts";
import type { CompiledToolkit } from "../../applications/toolkits/compiled/compiled-toolkit.ts";
import type { Compiler } from "../../applications/toolkits/compiled/create-compiler.ts";
import { openOutline } from "../../applications/toolkits/compiled/open-compiled.ts";
import type { PackedDocument } from "../../applications/toolkits/compiled/packed-document.ts";
import type {
  ImportReport,
  ImportWish,
} from "../../applications/toolkits/importing/import-types.ts";
import type {
  ToolkitCatalog,
  ToolkitDetailRecord,
} from "../../applications/toolkits/types/catalog-types.ts";
import type { Egress } from "../../base/egress/create-egress.ts";
import { PlatformError } from "../../base/errors.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import { waitOutside } from "../../base/sharing/fairness/work.ts";
import type { Scope } from "../scope.ts";
import { checkServer } from "./check-server.ts";
import { fetchDocument } from "./fetch-document.ts";
import { storeToolkit } from "./store-toolkit.ts";

/** A document that a project imports, with its settings. */
export interface ImportedDocument extends ImportWish {
  /** An OpenAPI document, 3.1 or 3.0, in JSON or YAML, or the address at which it is. */
  readonly source: DocumentSource;
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
   * Reads and compiles a document, in a process with limits, and checks if requests may go to its server.
   * `x-platform-*` fields of the document have the meaning that `toolkits/README.md` describes.
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
  /**
   * Takes the document out of the JSON of a request. The JSON is in a file, and so is the document afterwards.
   *
   * @throws PlatformError `Toolkit_ImportTooCostly`
   */
  split(file: string, documentFile: string): Promise<SplitBody>;
  /** Ends the process that reads documents. Imports that wait get `Server_Unavailable`. */
  close(): Promise<void>;
}

/** The imports of a process. */
export function createToolkitImports(parts: {
  readonly installation: ToolkitCatalog;
  readonly compiler: Compiler;
  readonly egress: Egress;
}): ToolkitImports {
  const { installation, compiler, egress } = parts;
  return {
    read: (document) => readImport(compiler, egress, document),
    store: async (scope, read, purpose) => {
      const stored = await storeToolkit(scope, { ...read, purpose }, installation);
      const place = { baseUrl: scope.platform.baseUrl, versionsOfTools: new Map(), ...stored };
      const { toolkit } = await openOutline(read.compiled.outline, place);
      return { record: toolkit.record, report: read.report };
    },
    split: (file, documentFile) => compiler.split(file, documentFile).catch(refuseCostly),
    close: compiler.close,
  };
}

async function readImport(
  compiler: Compiler,
  egress: Egress,
  given: ImportedDocument,
): Promise<ReadImport> {
  const source = await fetchDocument(egress, given.source);
  const { slug, authSchemes, baseUrl, names } = given;
  const {
    compiled,
    errors,
    report = { skippedOperations: [], notes: [] },
    server = "",
    document: packed,
  } = await waitOutside(() =>
    compiler.compile(source, { slug, authSchemes, baseUrl, names }).catch(refuseCostly),
  );
  if (compiled === undefined || packed === undefined) {
    throw new PlatformError("Toolkit_DocumentInvalid", {
      errors: errors.slice(0, mostLines).map((line) => cutText(line, longestLine)),
    });
  }
  return {
    slug,
    authSchemes,
    document: packed,
    compiled,
    report: { ...report, notes: [...(await checkServer(egress.check, server)), ...report.notes] },
  };
}

function refuseCostly(error: unknown): never {
  throw error instanceof TooCostlyError
    ? new PlatformError("Toolkit_ImportTooCostly", { cause: error })
    : error;
}

/** The number of problem lines that are returned; the same limit as for problems of a request. */
const mostLines = 100;

/** A line may contain names of the document, which may be as long as the document. */
const longestLine = 1_000;
