import { sql } from "kysely";
import type { Database } from "../../base/db/opening/open-database.ts";
import type { PlatformError } from "../../base/errors.ts";
import { reportFullStorage } from "./report-full-storage.ts";

/** Counts the logs and events that a process writes, by project, and knows the projects that have no room for more. */
export interface RecordedBytes {
  /** Notes that rows with so many bytes of sealed bodies were written. */
  note(projectId: string, kind: "logs" | "events", bytes: number, rows?: number): void;
  /** True when the project had used up its quota of logs and events a few seconds ago. */
  isFull(projectId: string): boolean;
  /** @throws PlatformError `Project_StorageFull` */
  assertRoom(projectId: string): void;
  /** Writes what was noted, and reads the sums. A process does it every few seconds while there is something to do. */
  flush(): Promise<void>;
  /** Writes what was noted, and stops. */
  close(): Promise<void>;
}

/** A row takes about so many bytes beside its bodies, as in `db/functions/storage/count_stored_bytes.sql`. */
export const rowBytes = 400;

/**
 * Milliseconds between two sums. Each call writes logs, so they are added up here and written together: a statement for
 * each would cost more than the logs. A killed process loses this much of its count.
 */
const flushMs = 2_000;

/** Bytes that were written; those of the bodies of logs apart, because a project may choose not to store them. */
interface Noted {
  readonly change: number;
  readonly bodies: number;
}

const nothing: Noted = { change: 0, bodies: 0 };

/**
 * Counts for one process.
 *
 * @param quota of a project; undefined for none
 */
export function createRecordedBytes(
  database: Pick<Database, "unscoped">,
  quota: number | undefined,
): RecordedBytes {
  const noted = new Map<string, Noted>();
  const full = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();
  const add = (id: string, { change, bodies }: Noted): void => {
    const before = noted.get(id) ?? nothing;
    noted.set(id, { change: before.change + change, bodies: before.bodies + bodies });
  };
  const plan = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // When the database is away, the bytes are noted again, and the next timer tries again.
      flush().catch(() => {});
    }, flushMs).unref();
  };
  const write = async (): Promise<void> => {
    const written = new Map(noted);
    noted.clear();
    const asked = [...new Set([...written.keys(), ...full])];
    if (asked.length === 0) {
      return;
    }
    const list = asked.map((id) => ({ id, ...(written.get(id) ?? nothing) }));
    try {
      const { rows } = await sql<{ project_id: string; bytes: number }>`
        select * from note_written(${JSON.stringify(list)}::json)`.execute(database.unscoped);
      const sums = new Map(rows.map((row) => [row.project_id, row.bytes]));
      for (const id of asked) {
        if (quota !== undefined && (sums.get(id) ?? 0) >= quota) {
          full.add(id);
        } else {
          full.delete(id);
        }
      }
    } catch (error) {
      for (const [id, each] of written) {
        add(id, each);
      }
      throw error;
    } finally {
      if (noted.size > 0 || full.size > 0) {
        plan();
      }
    }
  };
  const flush = (): Promise<void> => {
    const done = flushing.then(write);
    flushing = done.catch(() => {});
    return done;
  };
  return {
    note: (projectId, kind, bytes, rows = 1) => {
      const change = rows * rowBytes + (kind === "events" ? bytes : 0);
      add(projectId, { change, bodies: kind === "logs" ? bytes : 0 });
      plan();
    },
    isFull: (projectId) => full.has(projectId),
    assertRoom: (projectId) => {
      if (full.has(projectId)) {
        throw reportFull(quota);
      }
    },
    flush,
    close: async () => {
      await flush().catch(() => {});
      clearTimeout(timer);
    },
  };
}

function reportFull(quota: number | undefined): PlatformError {
  return reportFullStorage("logs_and_events", quota ?? 0);
}
