import type { Readable } from "node:stream";
import { BlobServiceClient, type ContainerClient } from "@azure/storage-blob";
import { createRandomToken } from "../ids.ts";
import { withExactSize } from "./exact-size.ts";
import type { AzureLocation } from "./file-location.ts";
import type { FilePlace, FileStore } from "./file-store.ts";
import { hashPieces } from "./hashed-pieces.ts";
import { isAbandoned, type OpenedStore, readStatus } from "./remote-store.ts";
import { spoolBytes } from "./spool.ts";

/** The size of a block in bytes, and therefore the memory that an upload uses. */
const blockSize = 4 * 1024 * 1024;

/** Milliseconds between two looks at a copy. A copy within an account is done at once, as a rule. */
const copyPauseMs = 200;

/**
 * Opens a store, and makes sure that it can write to its container.
 *
 * @param spool a folder of this process, for copies of files while a request sends them
 * @throws the errors of the SDK, which `describeStoreError` puts into words
 */
export async function openAzureStore(location: AzureLocation, spool: string): Promise<OpenedStore> {
  const service = BlobServiceClient.fromConnectionString(location.connectionString);
  const container = service.getContainerClient(location.container);
  // Reading rights are not enough, so it writes.
  const check = container.getBlockBlobClient(`${location.prefix}incoming/${createRandomToken()}`);
  await check.upload("", 0);
  await check.delete();
  return {
    store: createStore(container, location.prefix, spool),
    // The SDK's connections belong to the process.
    close: () => Promise.resolve(),
  };
}

/**
 * Stores files in a container: `<prefix>files/<project>/<file>`, and `<prefix>incoming/` for unfinished uploads. Bytes
 * are first uploaded there and then copied within the account, so that a place has either all bytes or none. The
 * service itself removes blocks that were never committed.
 */
function createStore(container: ContainerClient, prefix: string, spool: string): FileStore {
  const incoming = `${prefix}incoming/`;
  const nameProject = (projectId: string): string => `${prefix}files/${projectId}/`;
  const locateFile = ({ projectId, fileId }: FilePlace): string => nameProject(projectId) + fileId;
  const remove = async (name: string): Promise<void> => {
    await container.getBlobClient(name).deleteIfExists();
  };
  const removeAll = async (beginning: string, isOld: (time: Date) => boolean): Promise<void> => {
    for await (const { name, properties } of container.listBlobsFlat({ prefix: beginning })) {
      if (isOld(properties.lastModified)) {
        await remove(name);
      }
    }
  };
  const get = async (place: FilePlace): Promise<Readable | undefined> => {
    const found = await container
      .getBlobClient(locateFile(place))
      .download()
      .catch(ignoreMissingBlob);
    // The body is a stream of Node's in Node.
    return found?.readableStreamBody as Readable | undefined;
  };
  return {
    backend: "azure_blob_storage",
    receive: async (source) => {
      const blob = container.getBlockBlobClient(incoming + createRandomToken());
      const { stream, finish, findCause } = hashPieces(source);
      try {
        await blob.uploadStream(stream, blockSize, 1);
      } catch (error) {
        throw findCause(error);
      }
      return {
        ...finish(),
        keep: async (place) => {
          const target = container.getBlobClient(locateFile(place));
          const copying = await target.beginCopyFromURL(blob.url, { intervalInMs: copyPauseMs });
          await copying.pollUntilDone();
          await remove(blob.name);
        },
        discard: () => remove(blob.name),
      };
    },
    read: async (place, size) => {
      const body = await get(place);
      return body && ReadableStream.from(withExactSize(body, size));
    },
    open: async (place, size) => {
      const properties = await container
        .getBlobClient(locateFile(place))
        .getProperties()
        .catch(ignoreMissingBlob);
      const body = properties?.contentLength === size ? await get(place) : undefined;
      return body && (await spoolBytes(spool, withExactSize(body, size)));
    },
    remove: (place) => remove(locateFile(place)),
    removeProject: (projectId) => removeAll(nameProject(projectId), () => true),
    sweep: (now) => removeAll(incoming, (time) => isAbandoned(time, now)),
  };
}

function ignoreMissingBlob(error: unknown): undefined {
  if (readStatus(error) !== 404) {
    throw error;
  }
  return undefined;
}
