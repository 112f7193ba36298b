import type { Answer } from "@specwright/runtime/v1/server";
import { receiveUpload } from "../../../actions/files/receive-upload.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { FileRow } from "../../../domain/files/file-rows.ts";
import { toMediaType } from "../../../domain/files/media-type.ts";
import { openSignedUrl } from "../../../domain/files/signed-urls.ts";
import { runInProject } from "../../../domain/scope.ts";
import type { Callers } from "../callers/callers.ts";
import type { Admitted, Place, PlaceRequest } from "./place.ts";

/** A file may have 100 MiB (docs/decisions.md §11). */
const largestFile = 100 * 1024 * 1024;

/** Uploads and downloads of one project at a time. */
const atOnce = 32;

interface AdmittedFile extends Admitted {
  readonly file: FileRow;
}

/** Uploads to, and downloads from, the signed URLs of files. The signature is the proof, and no key is needed. */
export function createFilesPlace(): Place<AdmittedFile> {
  return {
    name: "file",
    methods: ["GET", "PUT"],
    path: "/files/{project_id}/{file_id}/{name}",
    bodyLimit: largestFile,
    atOnce,
    admit,
    answer: (request, { file }) =>
      request.call.method === "PUT" ? upload(request, file) : download(request, file),
  };
}

async function admit({ call, values }: PlaceRequest, callers: Callers): Promise<AdmittedFile> {
  await callers.countAddress(call.context);
  const { project_id: projectId = "", file_id: fileId = "", name = "" } = values;
  const query = new URLSearchParams(call.query);
  const parts = {
    method: call.method === "PUT" ? ("PUT" as const) : ("GET" as const),
    fileId,
    name,
    expires: query.get("expires") ?? "",
    signature: query.get("signature") ?? "",
  };
  // Only ids in our own format are looked up, and the time has to be a number.
  if (!/^proj_[\w-]{12}$/.test(projectId) || !/^[0-9]{1,12}$/.test(parts.expires)) {
    throw new PlatformError("File_UrlInvalid");
  }
  const { platform } = call.context.services;
  const file = await runInProject(platform, projectId, (scope) => openSignedUrl(scope, parts));
  return { projectId, file };
}

async function upload({ call }: PlaceRequest, file: FileRow): Promise<Answer> {
  const type = call.headers.get("content-type") ?? "";
  if (toMediaType(type) !== file.mimetype) {
    throw new PlatformError("File_ContentDiffers", {
      errors: [
        "header.content-type: is not the media type that the request for the upload declared",
      ],
    });
  }
  const isStored = file.size !== null;
  const place = { projectId: file.project_id, fileId: file.id, isStored };
  const length = call.headers.get("content-length");
  const declared = length === null ? undefined : Number(length);
  await receiveUpload(call.context.services, place, call.streamBody(largestFile), declared);
  return { status: 200, headers: { etag: `"${file.md5}"` }, body: null };
}

async function download({ call }: PlaceRequest, file: FileRow): Promise<Answer> {
  const place = { projectId: file.project_id, fileId: file.id };
  const { size } = file;
  const body = size === null ? undefined : await call.context.services.files.read(place, size);
  if (body === undefined) {
    throw new PlatformError("File_NotFound");
  }
  return {
    status: 200,
    headers: {
      "content-type": /^[\t\x20-\x7e]+$/.test(file.mimetype)
        ? file.mimetype
        : "application/octet-stream",
      "content-length": String(size),
      "content-disposition": describeAttachment(file.filename),
      // An HTML file that somebody uploaded cannot act as one of our pages, even if a browser renders it
      // (docs/decisions.md §11).
      "content-security-policy": "sandbox; default-src 'none'",
      etag: `"${file.md5}"`,
    },
    body,
  };
}

/** RFC 6266: a name in ASCII for old clients, and the real one. */
function describeAttachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["%\\]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
