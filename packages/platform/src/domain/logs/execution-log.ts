import { PlatformError } from "../../errors.ts";
import { runInBatchesByKey } from "../../sharing/in-batches.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import { type Platform, runInProject, type Scope } from "../scope.ts";
import {
  type BegunExecution,
  beginExecutions,
  completeExecutions,
  type EndedExecution,
} from "./record-execution.ts";

/** Writes the logs of executions. Executions of one project that begin or end at the same time share a statement. */
export interface ExecutionLog {
  /** Committed when it returns; @throws PlatformError `Project_NotFound` */
  begin(place: CatalogPlace, execution: BegunExecution): Promise<void>;
  /** Committed when it returns. */
  complete(place: CatalogPlace, execution: EndedExecution): Promise<void>;
}

/**
 * The maximum number of entries in one statement. The log of a long body has some 64 KiB, and a statement should not
 * delay the project's other calls for long.
 */
const limits = { atMost: 50, patienceMs: 20 };

/** The log of a process. */
export function createExecutionLog(platform: Platform): ExecutionLog {
  return {
    begin: writeLogsTogether(platform, beginExecutions),
    complete: writeLogsTogether(platform, (scope, executions) =>
      completeExecutions(scope, executions, true),
    ),
  };
}

function writeLogsTogether<Entry>(
  platform: Platform,
  write: (scope: Scope, entries: readonly Entry[]) => Promise<void>,
): (place: CatalogPlace, entry: Entry) => Promise<void> {
  const writeAll = (place: CatalogPlace, entries: readonly Entry[]): Promise<void> =>
    runInProject(platform, place, (scope) => write(scope, entries));
  const add = runInBatchesByKey(
    ({ place }: { readonly place: CatalogPlace; readonly entry: Entry }) => place.projectId,
    async (items) => {
      const [first] = items;
      if (first !== undefined) {
        await writeAll(
          first.place,
          items.map(({ entry }) => entry),
        );
      }
      return items.map(() => undefined);
    },
    limits,
  );
  return async (place, entry) => {
    try {
      await add({ place, entry });
    } catch (error) {
      // A string in one of the entries cannot be stored. The other entries must not be lost with it.
      if (!(error instanceof PlatformError && error.slug === "Validation_Failed")) {
        throw error;
      }
      await writeAll(place, [entry]);
    }
  };
}
