import type { Database } from "../../db/opening/open-database.ts";
import type { Compiler } from "../../toolkits/compiled/create-compiler.ts";
import { readStoredDocument } from "./toolkit-rows.ts";
import { writeCompiled } from "./write-compiled.ts";

/**
 * Compiles a stored toolkit for this version of the code, from its document. The first process that needs it does so; the
 * thread of the compiler is the one place where that takes time.
 *
 * @throws Error when the document, which an earlier version took, is refused by this one
 */
export async function compileStored(
  { database, compiler }: { readonly database: Database; readonly compiler: Compiler },
  place: { readonly projectId: string; readonly toolkitId: string },
): Promise<void> {
  const { projectId, toolkitId } = place;
  const text = await database.scoped(projectId, (trx) => readStoredDocument(trx, place));
  if (text === undefined) {
    return;
  }
  const { compiled, errors } = await compiler.compile({ path: documentName(text), text });
  if (compiled === undefined) {
    throw new Error(`The stored toolkit ${toolkitId} cannot be read any more: ${errors[0]}`);
  }
  await database.scoped(projectId, (trx) => writeCompiled(trx, place, compiled));
}

/** The reader goes by the ending of a name. */
export function documentName(text: string): string {
  return /^\s*\{/.test(text) ? "document.json" : "document.yaml";
}
