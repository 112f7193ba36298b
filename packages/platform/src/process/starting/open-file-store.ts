import { join } from "node:path";
import type { PlatformConfig } from "../../config/platform-config.ts";
import { createDiskStore } from "../../files/disk-store.ts";
import type { FileStore } from "../../files/file-store.ts";

/** The store of files that the configuration names. */
export function openFileStore({ dataDirectory }: PlatformConfig): FileStore {
  return createDiskStore(join(dataDirectory, "files"));
}
