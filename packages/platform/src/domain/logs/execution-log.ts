import type { CatalogPlace } from "../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { runInBatchesByKey } from "../../base/sharing/in-batches.ts";
import { type Platform, runInProject } from "../scope.ts";
import { type BegunExecution, type EndedExecution, writeExecutions } from "./record-execution.ts";

/** Writes the logs of executions. Executions of one project that begin or end at the same time share a statement. */
export interface ExecutionLog {
  /**
   * Also claims the key of the execution's request. Committed when it returns.
   *
   * @throws KeyTakenError
   * @throws PlatformError `Project_NotFound`
   */
  begin(place: CatalogPlace, execution: BegunExecution): Promise<void>;
  /** Committed when it returns. */
  complete(place: CatalogPlace, execution: EndedExecution): Promise<void>;
}

/** The `Idempotency-Key` of an execution was claimed before, so the execution was not begun. */
export class KeyTakenError extends Error {
  override readonly name = "KeyTakenError";
}

/** The beginning or the end of an execution. */
interface Entry {
  readonly place: CatalogPlace;
  readonly begun?: BegunExecution;
  readonly ended?: EndedExecution;
}

/**
 * The maximum number of entries in one statement. The log of a long body has some 64 KiB, and a statement should not
 * delay the project's other calls for long.
 */
const limits = { atMost: 50, patienceMs: 20 };

/**
 * The log of a process. Beginnings and ends share statements, because each statement waits for the disk: two kinds of
 * them would wait for each other.
 */
export function createExecutionLog(platform: Platform): ExecutionLog {
  const writeAll = async (entries: readonly Entry[]): Promise<readonly string[] | undefined> => {
    const [first] = entries;
    if (first === undefined) {
      return [];
    }
    const begun = entries.flatMap((entry) => entry.begun ?? []);
    const ended = entries.flatMap((entry) => entry.ended ?? []);
    return await runInProject(platform, first.place, (scope) =>
      writeExecutions(scope, { begun, ended }),
    );
  };
  const add = runInBatchesByKey(
    ({ place }: Entry) => place.projectId,
    async (entries) => {
      const taken = await writeAll(entries);
      return entries.map(() => taken);
    },
    limits,
  );
  const write = async (entry: Entry): Promise<readonly string[] | undefined> => {
    try {
      return await add(entry);
    } catch (error) {
      // A string in one of the entries cannot be stored. The other entries must not be lost with it.
      if (!(error instanceof PlatformError && error.slug === "Validation_Failed")) {
        throw error;
      }
      return await writeAll([entry]);
    }
  };
  return {
    begin: async (place, begun) => {
      const taken = await write({ place, begun });
      if (taken === undefined) {
        throw new PlatformError("Project_NotFound");
      }
      if (taken.includes(begun.id)) {
        throw new KeyTakenError();
      }
    },
    complete: async (place, ended) => {
      await write({ place, ended });
    },
  };
}
