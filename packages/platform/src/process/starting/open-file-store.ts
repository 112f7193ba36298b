import { join } from "node:path";
import type { PlatformConfig } from "../../config/platform-config.ts";
import { createDiskStore } from "../../files/disk-store.ts";
import type { FileLocation } from "../../files/file-location.ts";
import { describeStoreError, type OpenedStore } from "../../files/remote-store.ts";
import { StartError } from "../start-error.ts";
import { openSpool } from "./open-spool.ts";

/**
 * Opens the store of files that the configuration names.
 *
 * @throws StartError when it cannot be reached, or does not accept the credentials
 */
export async function openFileStore({
  files,
  dataDirectory,
}: Pick<PlatformConfig, "files" | "dataDirectory">): Promise<OpenedStore> {
  if (files === undefined) {
    const store = createDiskStore(join(dataDirectory, "files"));
    return { store, close: () => Promise.resolve() };
  }
  const spool = await openSpool(join(dataDirectory, "spool"));
  try {
    const { store, close } = await openRemoteStore(files, spool.folder);
    return { store, close: () => close().finally(spool.close) };
  } catch (error) {
    await spool.close();
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
    const { openS3Store } = await import("../../files/s3-store.ts");
    return await openS3Store(location, spool);
  }
  const { openAzureStore } = await import("../../files/azure-store.ts");
  return await openAzureStore(location, spool);
}
