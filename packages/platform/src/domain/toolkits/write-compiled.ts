import {
  type CompiledToolkit,
  compiledFormat,
} from "../../applications/toolkits/compiled/compiled-toolkit.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { takeTurns } from "../../base/sharing/take-turns.ts";

/** The number of tools that one statement writes: some 150 kB for GitHub's toolkit. */
const toolsAStatement = 25;

/**
 * Stores the compiled form of a toolkit version. It replaces the form that another process with the same code may
 * have stored.
 */
export async function writeCompiled(
  trx: ScopedTransaction,
  { projectId, toolkitId }: { readonly projectId: string; readonly toolkitId: string },
  compiled: CompiledToolkit,
): Promise<void> {
  const place = { project_id: projectId, toolkit_id: toolkitId, format: compiledFormat };
  const inserted = await trx
    .insertInto("project_outlines")
    .values({ ...place, outline: Buffer.from(compiled.outline) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    return;
  }
  for (let start = 0; start < compiled.tools.length; start += toolsAStatement) {
    const rows = compiled.tools
      .slice(start, start + toolsAStatement)
      .map(({ slug, record, execution }) => ({
        ...place,
        slug,
        record: Buffer.from(record),
        execution: Buffer.from(execution),
      }));
    await trx.insertInto("project_tools").values(rows).execute();
    // The embedded database runs in this thread, and would otherwise write all tools in one turn of the event loop.
    await takeTurns();
  }
}
