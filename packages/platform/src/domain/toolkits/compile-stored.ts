import type { Database } from "../../db/opening/open-database.ts";
import type { Compiler } from "../../toolkits/compiled/create-compiler.ts";
import { readStoredDocument } from "./toolkit-rows.ts";
import { writeCompiled } from "./write-compiled.ts";

/**
 * Compiles a stored toolkit from its document, for this version of the code. The first process that needs it does so.
 * Only the compiler's thread is busy meanwhile.
 *
 * @returns the reason why it cannot be compiled: an earlier version of the code accepted the document and this one
 *   refuses it, or it takes too much time or memory. Undefined once it is compiled
 */
export async function compileStored(
  { database, compiler }: { readonly database: Database; readonly compiler: Compiler },
  place: { readonly projectId: string; readonly toolkitId: string },
): Promise<Error | undefined> {
  const { projectId, toolkitId } = place;
  const stored = await database.transactInProject(projectId, (trx) =>
    readStoredDocument(trx, place),
  );
  if (stored === undefined) {
    return undefined;
  }
  const outcome = await compiler
    .compile({ path: nameDocumentFile(stored.document), text: stored.document, wish: stored.wish })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (outcome instanceof Error) {
    return outcome;
  }
  const { compiled, errors } = outcome;
  if (compiled === undefined) {
    return new Error(`The stored toolkit ${toolkitId} can no longer be read: ${errors[0]}`);
  }
  await database.transactInProject(projectId, (trx) => writeCompiled(trx, place, compiled));
  return undefined;
}

/** The document reader recognizes the format by the ending of the name. */
export function nameDocumentFile(text: string): string {
  return /^\s*\{/.test(text) ? "document.json" : "document.yaml";
}
