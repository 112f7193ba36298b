import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { getFile, requestFileUpload } from "../../../../generated/client/index.js";
import { deleteFileMutation, listFilesInfiniteQuery } from "../../../../generated/query/index.js";
import { liveList } from "./live-list.ts";
import { StatedError } from "./stated-error.ts";
import { transport, unkept } from "./transport.ts";

/** The filters of the files, as they are in the address. */
export interface FileSearch {
  readonly tool?: string;
}

/** The files of the project, the newest first, a page at a time. */
export const filesQuery = ({ tool }: FileSearch) => ({
  ...listFilesInfiniteQuery(transport, { limit: 50, ...(tool && { tool_slug: tool }) }),
  ...liveList,
});

/** Deletes a file. */
export const deleteFileOptions = deleteFileMutation(transport);

/**
 * Finds the address from which the browser downloads a file.
 *
 * @throws StatedError when its bytes never came
 */
export async function findDownload(id: string): Promise<string> {
  const { download_url } = await getFile(transport, { id });
  if (download_url === null) {
    throw new StatedError("The file was never uploaded", "Upload it with a tool's form.");
  }
  return toOwnAddress(download_url);
}

/** A signed address of the service at the host by which the browser knows it. */
function toOwnAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** A file as an argument of a tool. */
export interface FileArgument {
  readonly name: string;
  readonly mimetype: string;
  readonly key: string;
}

/** Bytes of the largest file that the service takes. */
const largestFile = 100 * 1024 * 1024;

/**
 * Uploads a file for a tool.
 *
 * @returns the argument with which the tool takes it
 * @throws what the client throws; StatedError when the file is too large, or its bytes were not taken
 */
export async function uploadFile(
  { toolkit, tool }: { readonly toolkit: string; readonly tool: string },
  file: File,
): Promise<FileArgument> {
  if (file.size > largestFile) {
    throw new StatedError("The file is too large", "A file may have up to 100 MiB.");
  }
  const mimetype = file.type === "" ? "application/octet-stream" : file.type;
  const { key, new_presigned_url, metadata } = await requestFileUpload(
    transport,
    {
      body: {
        toolkit_slug: toolkit,
        tool_slug: tool,
        filename: file.name,
        mimetype,
        md5: await hashFile(file),
      },
    },
    unkept,
  );
  // The address is not an operation of the document: its signature stands for a key.
  const response = await fetch(toOwnAddress(new_presigned_url), {
    method: "PUT",
    body: file,
    headers: {
      "content-type": mimetype,
      ...(metadata.storage_backend === "azure_blob_storage" && { "x-ms-blob-type": "BlockBlob" }),
    },
  });
  if (!response.ok) {
    throw new StatedError(
      `The file was not taken (HTTP ${response.status})`,
      "Choose it again. If that does not help, look at the storage of the project in its settings.",
    );
  }
  return { name: file.name, mimetype, key };
}

/** The MD5 of a file, which is read piece by piece: it may be larger than memory is free. */
async function hashFile(file: File): Promise<string> {
  const hash = md5.create();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hash.update(piece.value);
  }
  return bytesToHex(hash.digest());
}
