import type { StoredAnswer } from "../../applications/execution/execution-types.ts";
import { createId } from "../../base/ids.ts";
import {
  addResult,
  completeResult,
  dropResult,
  type ReturnedFile,
} from "../../domain/files/keep-result.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";
import { type FileRoom, withinRoom } from "./within-room.ts";

/**
 * Stores the bytes that a tool returns as they arrive, and returns the place where they can be read.
 *
 * @throws PlatformError those of `withinRoom`, and the errors of the source
 */
export async function storeResult(
  services: Pick<Services, "platform" | "files" | "disk">,
  { projectId }: Pick<ActionCaller, "projectId">,
  about: Omit<ReturnedFile, "id">,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredAnswer> {
  return await withinRoom(services, { projectId, declared: undefined, isCounted: true }, (room) =>
    storeWithin(services, room, { projectId, about, source }),
  );
}

async function storeWithin(
  { platform, files }: Pick<Services, "platform" | "files">,
  room: FileRoom,
  {
    projectId,
    about,
    source,
  }: {
    readonly projectId: string;
    readonly about: Omit<ReturnedFile, "id">;
    readonly source: AsyncIterable<Uint8Array>;
  },
): Promise<StoredAnswer> {
  const received = await files.receive(room.limit(source));
  const file = { ...about, id: createId("req_file") };
  const place = { projectId, fileId: file.id };
  try {
    await runInProject(platform, projectId, (scope) => addResult(scope, file, received));
    await room.settle(received.size);
    // Outside of any transaction: a store may be on another machine.
    await received.keep(place);
    const { size } = received;
    const kept = await runInProject(platform, projectId, async (scope) => {
      await room.release(scope);
      return await completeResult(scope, file.id, size);
    });
    return { ...kept, size };
  } catch (error) {
    await received.discard();
    // The row goes first: if the database is away, the row and its bytes are erased later, as those of an unfinished
    // upload are.
    if (await runInProject(platform, projectId, (scope) => dropResult(scope, file.id))) {
      await files.remove(place);
    }
    throw error;
  }
}
