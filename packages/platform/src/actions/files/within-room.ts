import { createRandomToken } from "../../base/ids.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import { releaseFileBytes, reserveFileBytes } from "../../domain/storage/reserve-storage.ts";
import type { Services } from "../services.ts";

/** Bytes that are reserved at a time: a transaction for each. */
const stepBytes = 4 * 1024 * 1024;

/** The room of one file while its bytes arrive. */
export interface FileRoom {
  /** Passes bytes on, each piece after there is room for it. */
  readonly limit: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Holds room for exactly these bytes, once their number is known. */
  readonly settle: (size: number) => Promise<void>;
  /** Gives the room back in the transaction that counts the file itself. */
  readonly release: (scope: Scope) => Promise<void>;
}

/** The file for which there has to be room. */
export interface RoomWish {
  readonly projectId: string;
  /** The bytes that the sender announced; undefined when it did not. */
  readonly declared: number | undefined;
  /** False for bytes that do not stay, and need room on the disk only. */
  readonly isCounted: boolean;
}

/**
 * Runs `store` with room for a file: in the quota of its project, and on the disk. Room that `store` does not release is
 * given back afterwards, and after an hour when the process is killed.
 *
 * @throws PlatformError `Project_StorageFull`, `Server_DiskFull`, and the errors of `store`
 */
export async function withinRoom<T>(
  { platform, disk }: Pick<Services, "platform" | "disk">,
  { projectId, declared, isCounted }: RoomWish,
  store: (room: FileRoom) => Promise<T>,
): Promise<T> {
  const id = createRandomToken();
  const isLimited = isCounted && platform.quotas.files !== undefined;
  let granted = 0;
  const reserve = async (needed: number, wanted = needed): Promise<void> => {
    await disk.assertRoom();
    granted = isLimited
      ? await runInProject(platform, projectId, (scope) =>
          reserveFileBytes(scope, { id, needed, wanted }),
        )
      : wanted;
  };
  const release = async (scope: Scope): Promise<void> => {
    if (isLimited && granted > 0) {
      await releaseFileBytes(scope, id);
    }
  };
  let isReleased = false;
  try {
    await (declared === undefined ? disk.assertRoom() : reserve(declared));
    const result = await store({
      limit: async function* (source) {
        let size = 0;
        for await (const piece of source) {
          size += piece.byteLength;
          if (size > granted) {
            await reserve(size, size + stepBytes);
          }
          yield piece;
        }
      },
      settle: reserve,
      release: async (scope) => {
        await release(scope);
        isReleased = true;
      },
    });
    return result;
  } catch (error) {
    isReleased = false;
    throw isDiskFull(error) ? disk.reportFull(error) : error;
  } finally {
    if (!isReleased && isLimited && granted > 0) {
      // If the database is away, the room comes back after an hour.
      await runInProject(platform, projectId, release).catch(() => {});
    }
  }
}

/** True when the system had no room for a write, or its owner's quota of the disk is used up. */
function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(readErrorCode(error) ?? "");
}
