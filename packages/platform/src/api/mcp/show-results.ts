import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { largestSmallFile } from "../../actions/files/read-small-file.ts";
import type { FileResult } from "../../applications/execution/execution-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { countJsonBytes, largestResults } from "../../base/sharing/fit-answer.ts";
import { type CallWithBytes, separateBytes } from "./bytes-of-results.ts";
import { toMcpResult } from "./mcp-tools.ts";

/** Bytes in an answer for each of a file, which is base64 there. */
const base64 = 4 / 3;

/**
 * The results of several tools, with the bytes among them as content. A line before each names its tool: "Result 2 of 3,
 * ACME_GET_PICTURE:". Files for which the answer has no room are links.
 *
 * @param files the files that are all of a result, by its place
 */
export async function showResults(
  data: Schemas["MultiExecuteToolData"],
  files: ReadonlyMap<number, FileResult>,
  read: CallWithBytes["read"],
): Promise<CallToolResult> {
  let room = largestResults - (files.size === 0 ? 0 : 2 * countJsonBytes(data));
  const readWithinRoom = async (id: string): Promise<Uint8Array | undefined> => {
    if (room < largestSmallFile * base64) {
      return undefined;
    }
    const bytes = await read(id);
    room -= (bytes?.length ?? 0) * base64;
    return bytes;
  };
  const results: Schemas["MultiExecuteToolResult"][] = [];
  const shown: CallToolResult["content"] = [];
  for (const [place, result] of data.results.entries()) {
    const { rest, bytes } = await separateBytes(result.data, {
      id: result.log_id ?? "",
      file: files.get(place),
      read: readWithinRoom,
    });
    results.push({ ...result, data: { ...rest } });
    if (bytes.length > 0) {
      const text = `Result ${place + 1} of ${data.total_count}, ${result.tool_slug}:`;
      shown.push({ type: "text", text }, ...bytes);
    }
  }
  const { content, ...about } = toMcpResult({ ...data, results });
  return { ...about, content: [...content, ...shown] };
}
