import { join } from "node:path";
import { assertOwnFolder } from "../../base/db/opening/lock-directory.ts";
import { makeFolder } from "../../base/db/opening/make-folder.ts";
import { createDiskStore } from "../../base/files/disk-store.ts";
import type { FileLocation } from "../../base/files/file-location.ts";
import { describeStoreError, type OpenedStore } from "../../base/files/remote-store.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import { StartError } from "../start-error.ts";
import { openSpool } from "./open-spool.ts";

/**
 * Opens the store of files that the configuration names.
 *
 * @throws StartError when it cannot be reached, or does not accept the credentials; DirectoryUnusableError when the folder
 *   on this machine belongs to another user
 */
export async function openFileStore({
  files,
  dataDirectory,
}: Pick<PlatformConfig, "files" | "dataDirectory">): Promise<OpenedStore> {
  if (files === undefined) {
    const folder = join(dataDirectory, "files");
    await makeFolder(folder);
    await assertOwnFolder(folder);
    const store = createDiskStore(folder);
    return { store, close: () => Promise.resolve() };
  }
  const spool = await openSpool(join(dataDirectory, "spool"));
  try {
    const { store, close } = await openRemoteFiles(files, spool.folder);
    return { store, close: () => close().finally(spool.close) };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/**
 * Makes sure that a bucket or container can be reached and takes writes.
 *
 * @throws StartError
 */
export async function assertRemoteFiles(files: FileLocation): Promise<void> {
  // Nothing is sent from the spool.
  const { close } = await openRemoteFiles(files, "");
  await close();
}

/** @throws StartError */
async function openRemoteFiles(files: FileLocation, spool: string): Promise<OpenedStore> {
  try {
    return await openRemoteStore(files, spool);
  } catch (error) {
    const { name, credentials } =
      files.kind === "s3"
        ? {
            name: `bucket ${files.bucket}`,
            credentials: "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY",
          }
        : { name: `container ${files.container}`, credentials: "AZURE_STORAGE_CONNECTION_STRING" };
    throw new StartError(
      `PLATFORM_FILES: the ${name} cannot be used: ${describeStoreError(error)}. Correct the address, the name or the credentials (${credentials}).`,
      { cause: error },
    );
  }
}

/** The SDKs are imported only when they are needed: each takes as long to load as the rest of the service. */
async function openRemoteStore(location: FileLocation, spool: string): Promise<OpenedStore> {
  if (location.kind === "s3") {
    const { openS3Store } = await import("../../base/files/s3-store.ts");
    return await openS3Store(location, spool);
  }
  const { openAzureStore } = await import("../../base/files/azure-store.ts");
  return await openAzureStore(location, spool);
}
