import type { Compiler } from "../../applications/toolkits/compiled/create-compiler.ts";
import type { Database } from "../../base/db/opening/open-database.ts";
import { readStoredDocument } from "./toolkit-rows.ts";
import { writeCompiled } from "./write-compiled.ts";

/**
 * Compiles a stored toolkit from its document, for this version of the code. The first process that needs it does so.
 * Only the compiler's process is busy meanwhile.
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
    .compile(stored.source, stored.wish)
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
