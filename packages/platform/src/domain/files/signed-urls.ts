import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import { isSameSecret } from "../../base/secrets/hash.ts";
import type { SecretPlace } from "../../base/secrets/secrets.ts";
import { getProjectConfig } from "../projects/config.ts";
import type { Scope } from "../scope.ts";
import { type FileRow, selectFiles } from "./file-rows.ts";

/** The two uses of a signed URL: uploading the bytes of a file, or reading them. */
export type FileMethod = "PUT" | "GET";

/** A URL that works without a key until it expires. */
export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: Date;
}

/** The parts of a signed URL, not yet checked. */
export interface SignedUrlParts {
  readonly method: FileMethod;
  readonly fileId: string;
  readonly name: string;
  readonly expires: string;
  readonly signature: string;
}

const version = "v1";

/** Creates and seals a key that signs the URLs of one file. */
export async function sealNewUrlKey(scope: Scope, fileId: string): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  return await scope.platform.secrets.seal(scope.trx, placeFileKey(scope, fileId), key);
}

/** Signs a URL of the service. It is valid for the project's `signed_url_file_expiry_in_seconds`, and not longer than the file. */
export async function signFileUrl(
  scope: Scope,
  row: FileRow,
  method: FileMethod,
): Promise<SignedUrl> {
  const config = await getProjectConfig(scope);
  const seconds = config.signed_url_file_expiry_in_seconds;
  const { end } = await scope.trx
    .selectNoFrom(sql<number>`(extract(epoch from now()) + ${seconds}::float8)::float8`.as("end"))
    .executeTakeFirstOrThrow();
  const fileEnd = row.expires_at === null ? end : row.expires_at.getTime() / 1000;
  const expires = String(Math.floor(Math.min(end, fileEnd)));
  const name = nameInUrl(row.filename);
  const signature = await sign(scope, row, { method, fileId: row.id, name, expires });
  const path = [scope.projectId, row.id, name].map(encodeURIComponent).join("/");
  const query = new URLSearchParams({ expires, signature });
  return {
    url: `${scope.platform.baseUrl}/files/${path}?${query}`,
    expiresAt: new Date(Number(expires) * 1000),
  };
}

/**
 * Checks a signed URL and returns its file.
 *
 * @throws PlatformError `File_UrlInvalid` for a URL that the service did not sign or that has expired, and for a
 *   deleted file or project
 */
export async function openSignedUrl(scope: Scope, parts: SignedUrlParts): Promise<FileRow> {
  const found = await selectFiles(scope)
    .where("id", "=", parts.fileId)
    .select((eb) => [
      readDatabaseNow().as("now"),
      eb
        .exists(
          eb
            .selectFrom("projects")
            .select("projects.id")
            .whereRef("projects.id", "=", "files.project_id")
            .where("projects.deleted_at", "is", null),
        )
        .as("is_of_project"),
    ])
    .executeTakeFirst();
  if (found === undefined || found.is_of_project !== true) {
    throw new PlatformError("File_UrlInvalid");
  }
  const { now, is_of_project: _, ...row } = found;
  const right = await sign(scope, row, { ...parts, name: nameInUrl(row.filename) });
  // The signature covers the name in the row, so the name in the path has to be checked as well.
  const isRight = isSameSecret(parts.signature, right) && parts.name === nameInUrl(row.filename);
  if (!isRight || now.getTime() >= Number(parts.expires) * 1000) {
    throw new PlatformError("File_UrlInvalid");
  }
  return row;
}

/** An HMAC-SHA256 over each part and its length, so that characters cannot be moved from one part to another. */
async function sign(
  scope: Scope,
  row: FileRow,
  { method, fileId, name, expires }: Omit<SignedUrlParts, "signature">,
): Promise<string> {
  const { secrets } = scope.platform;
  const key = await secrets.open(scope.trx, placeFileKey(scope, row.id), row.signing_key);
  const hmac = createHmac("sha256", Buffer.from(String(key), "base64url"));
  for (const part of [version, method, fileId, name, expires]) {
    const bytes = Buffer.from(part, "utf8");
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest("base64url");
}

function placeFileKey({ projectId }: Scope, fileId: string): SecretPlace {
  return { ownerId: projectId, table: "files", row: fileId, field: "signing_key" };
}

/** Clients remove the segments `.` and `..` from a path, even when they are percent-encoded. */
function nameInUrl(filename: string): string {
  return /^\.{1,2}$/.test(filename) ? "file" : filename;
}
