import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { createRandomToken } from "../ids.ts";
import { withExactSize } from "./exact-size.ts";
import type { S3Location } from "./file-location.ts";
import type { FilePlace, FileStore } from "./file-store.ts";
import { hashPieces } from "./hashed-pieces.ts";
import { isAbandoned, type OpenedStore } from "./remote-store.ts";
import { spoolBytes } from "./spool.ts";

/** The size of a part in bytes, and therefore the memory that an upload uses. S3 requires at least 5 MiB. */
const partSize = 5 * 1024 * 1024;

/**
 * Opens a store, and makes sure that it can write to its bucket.
 *
 * @param spool a folder of this process, for copies of files while a request sends them
 * @throws the errors of the SDK, which `describeStoreError` puts into words
 */
export async function openS3Store(location: S3Location, spool: string): Promise<OpenedStore> {
  const client = createClient(location);
  try {
    // Reading rights are not enough, so it writes.
    const key = {
      Bucket: location.bucket,
      Key: `${location.prefix}incoming/${createRandomToken()}`,
    };
    await client.send(new PutObjectCommand({ ...key, Body: "", ContentLength: 0 }));
    await client.send(new DeleteObjectCommand(key));
  } catch (error) {
    client.destroy();
    throw error;
  }
  const close = async (): Promise<void> => client.destroy();
  return { store: createStore(client, location, spool), close };
}

function createClient({ endpoint, region }: S3Location): S3Client {
  return new S3Client({
    ...(region !== undefined && { region }),
    // Servers with an address of their own rarely have a name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Our own check covers the bytes on their whole way. Some servers refuse these headers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/**
 * Stores files in a bucket: `<prefix>files/<project>/<file>`, and `<prefix>incoming/` for unfinished uploads. Bytes are
 * first uploaded there and then copied within the bucket, so that a place has either all bytes or none.
 */
function createStore(
  client: S3Client,
  { bucket: Bucket, prefix }: S3Location,
  spool: string,
): FileStore {
  const incoming = `${prefix}incoming/`;
  const nameProject = (projectId: string): string => `${prefix}files/${projectId}/`;
  const locateFile = ({ projectId, fileId }: FilePlace): string => nameProject(projectId) + fileId;
  const remove = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };
  const removeAll = async (Prefix: string, isOld: (time: Date) => boolean): Promise<void> => {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      const keys = Contents.filter(({ LastModified }) => isOld(LastModified ?? new Date(0)));
      if (keys.length > 0) {
        const Objects = keys.map(({ Key = "" }) => ({ Key }));
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      }
    }
  };
  const get = async (place: FilePlace): Promise<Readable | undefined> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: locateFile(place) }));
      // The body is a stream of Node's in Node.
      return Body as Readable | undefined;
    } catch (error) {
      return ignoreMissingObject(error);
    }
  };
  return {
    backend: "s3",
    receive: async (source) => {
      const Key = incoming + createRandomToken();
      const { stream, finish, findCause } = hashPieces(source);
      const params = { Bucket, Key, Body: stream };
      try {
        // When the source fails, the parts that were sent are removed.
        await new Upload({ client, params, partSize, queueSize: 1 }).done();
      } catch (error) {
        throw findCause(error);
      }
      return {
        ...finish(),
        keep: async (place) => {
          const CopySource = encodeURI(`${Bucket}/${Key}`);
          await client.send(new CopyObjectCommand({ Bucket, Key: locateFile(place), CopySource }));
          await remove(Key);
        },
        discard: () => remove(Key),
      };
    },
    read: async (place, size) => {
      const body = await get(place);
      return body && ReadableStream.from(withExactSize(body, size));
    },
    open: async (place, size) => {
      const head = new HeadObjectCommand({ Bucket, Key: locateFile(place) });
      const found = await client.send(head).catch(ignoreMissingObject);
      const body = found?.ContentLength === size ? await get(place) : undefined;
      return body && (await spoolBytes(spool, withExactSize(body, size)));
    },
    remove: (place) => remove(locateFile(place)),
    removeProject: (projectId) => removeAll(nameProject(projectId), () => true),
    sweep: async (now) => {
      const isOld = (time: Date): boolean => isAbandoned(time, now);
      await removeAll(incoming, isOld);
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: incoming }),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated !== undefined && isOld(Initiated)) {
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      }
    },
  };
}

function ignoreMissingObject(error: unknown): undefined {
  if (!(error instanceof NoSuchKey || error instanceof NotFound)) {
    throw error;
  }
  return undefined;
}
