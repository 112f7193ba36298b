import { createHash } from "node:crypto";
import { decodeBase64Argument } from "../../applications/execution/requests/decode-base64-argument.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { selectFiles } from "../../domain/files/file-rows.ts";
import { runInProject } from "../../domain/scope.ts";
import { explainToAgent } from "../explain-to-agent.ts";
import type { ActionCaller, Services } from "../services.ts";
import { receiveUpload } from "./receive-upload.ts";
import { prepareUpload } from "./request-upload.ts";

/** The agent that uploads a file. */
export interface UploadingAgent {
  readonly userId: string | undefined;
  readonly mayUse: (toolSlug: string) => Promise<boolean>;
}

/**
 * `PLATFORM_UPLOAD_FILE`: makes a file that a tool can take. Short bytes come with the call, in base64. For others the agent says their
 * MD5 hash, and gets an address that needs no key. A refusal is in the result, because an agent reads that.
 *
 * @param agent its user, if it has one, and whether it may use a tool
 * @throws PlatformError `ToolExecution_ArgumentsInvalid` unless there is either a hash or base64
 */
export async function uploadForAgent(
  services: Services,
  caller: ActionCaller,
  agent: UploadingAgent,
  { tool_slug: slug, filename, mimetype, md5, content }: Schemas["UploadFileArguments"],
): Promise<Schemas["UploadFileData"]> {
  const bytes =
    content === undefined ? undefined : decodeBase64Argument(content, "body.arguments.content");
  const hash = bytes === undefined ? md5 : createHash("md5").update(bytes).digest("hex");
  if (hash === undefined || (bytes !== undefined && md5 !== undefined)) {
    throw new PlatformError("ToolExecution_ArgumentsInvalid", {
      errors: [
        "body.arguments: give `content`, the bytes in base64, or `md5`, to get an address to send them to",
      ],
    });
  }
  try {
    if (!(await agent.mayUse(slug))) {
      throw new PlatformError("Tool_NotFound");
    }
    const request = await prepareUpload(services, caller, { slug });
    const { row, ...upload } = await runInProject(services.platform, caller, async (scope) => {
      const made = await request(scope, { filename, mimetype, md5: hash });
      const stored = selectFiles(scope).where("id", "=", made.id);
      return { ...made, row: await stored.executeTakeFirstOrThrow() };
    });
    const file = { name: filename, mimetype, key: upload.key };
    const isStored = row.size !== null;
    const isOthers = row.user_ids.length > 0 && !row.user_ids.includes(agent.userId ?? "");
    // Whoever knows the hash of a file does not thereby have it: an application may show hashes of files that are not the user's.
    if (isStored && bytes === undefined && isOthers) {
      throw new PlatformError("ToolExecution_ArgumentsInvalid", {
        errors: [
          "body.arguments.md5: is the hash of another user's file. Give the bytes as `content`",
        ],
      });
    }
    if (bytes !== undefined && !isStored) {
      const place = { projectId: caller.projectId, fileId: upload.id, isStored };
      await receiveUpload(services, place, toPieces(bytes), bytes.length);
    }
    const isUploaded = isStored || bytes !== undefined;
    const url = isUploaded ? null : upload.new_presigned_url;
    const next =
      url === null
        ? `Give \`file\` to ${slug}.`
        : `Send the bytes with PUT to upload_url, with the header Content-Type: ${row.mimetype}. Then give \`file\` to ${slug}.`;
    return { file, is_uploaded: isUploaded, upload_url: url, next_step: next, error: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    const none = { file: null, is_uploaded: false, upload_url: null, next_step: null };
    return { ...none, error: explainToAgent(services, error, false) };
  }
}

async function* toPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
