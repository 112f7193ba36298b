import { keepResult, type ReturnedFile } from "../../domain/files/keep-result.ts";
import { runInProject } from "../../domain/scope.ts";
import type { FileResult } from "../../execution/execution-types.ts";
import { createId } from "../../ids.ts";
import type { ActionCaller, Services } from "../services.ts";

/** Stores the bytes that a tool returned as they arrive, and answers where they can be read. */
export async function storeResult(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  about: Omit<ReturnedFile, "id">,
  source: AsyncIterable<Uint8Array>,
): Promise<FileResult> {
  const received = await files.receive(source);
  const file = { ...about, id: createId("req_file") };
  try {
    return await runInProject(platform, projectId, (scope) => keepResult(scope, file, received));
  } catch (error) {
    await received.discard();
    await files.remove({ projectId, fileId: file.id });
    throw error;
  }
}
