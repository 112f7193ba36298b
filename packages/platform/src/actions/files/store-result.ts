import {
  addResult,
  completeResult,
  dropResult,
  type ReturnedFile,
} from "../../domain/files/keep-result.ts";
import { runInProject } from "../../domain/scope.ts";
import type { StoredAnswer } from "../../execution/execution-types.ts";
import { createId } from "../../ids.ts";
import type { ActionCaller, Services } from "../services.ts";

/** Stores the bytes that a tool returns as they arrive, and returns the place where they can be read. */
export async function storeResult(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  about: Omit<ReturnedFile, "id">,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredAnswer> {
  const received = await files.receive(source);
  const file = { ...about, id: createId("req_file") };
  const place = { projectId, fileId: file.id };
  try {
    await runInProject(platform, projectId, (scope) => addResult(scope, file, received));
    // Outside of any transaction: a store may be on another machine.
    await received.keep(place);
    const { size } = received;
    const result = await runInProject(platform, projectId, (scope) =>
      completeResult(scope, file.id, size),
    );
    return { file: result, size };
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
