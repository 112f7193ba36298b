import type { FileArgument } from "../../applications/execution/execution-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { takeFile } from "../../domain/files/take-file.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";

/** Opens the files that the arguments of one call name. */
export interface FileOpener {
  /**
   * Opens a file of the caller's project, for a tool that is run for a user. Its bytes are read when they are sent.
   *
   * @throws PlatformError `File_NotFound`
   */
  readonly open: (file: FileArgument) => Promise<File>;
  /** Closes all of them after the call. */
  readonly close: () => Promise<void> | undefined;
}

/** Creates the opener of one call. */
export function createFileOpener(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  userId: string | undefined,
): FileOpener {
  const closing: (() => Promise<void>)[] = [];
  return {
    open: async ({ name, mimetype, key }) => {
      const row = await runInProject(platform, projectId, (scope) => takeFile(scope, key, userId));
      const opened = await files.open({ projectId, fileId: row.id }, row.size);
      if (opened === undefined) {
        throw new PlatformError("File_NotFound");
      }
      closing.push(opened.close);
      return new File([opened.bytes], name, { type: mimetype });
    },
    close: () => (closing.length === 0 ? undefined : closeAll(closing.splice(0))),
  };
}

async function closeAll(closing: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(closing.map((close) => close()));
}
