import { PlatformError } from "../../base/errors.ts";
import { cutToBytes } from "../../base/sharing/cut-to-bytes.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import { isCertainlyShort } from "../../base/sharing/json-length.ts";
import { getProjectConfig } from "../../domain/projects/config.ts";
import { runInProject } from "../../domain/scope.ts";
import { storeResult } from "../files/store-result.ts";
import type { ActionCaller, Services } from "../services.ts";
import { describeShape } from "./describe-shape.ts";

type Data = Readonly<Record<string, unknown>>;

/** An agent that gets results. */
export interface ResultAgent {
  /** Names the session, or the user of an MCP server. Nobody else can read the rest of its results. */
  readonly reader: string;
  /** Bytes of JSON. Default: the project's `result_limit_bytes`. */
  readonly limit?: number | undefined;
}

/** A result of a tool. */
export interface ResultOfTool {
  readonly data: Data;
  readonly toolkitSlug: string;
  readonly toolSlug: string;
  /** With this user, what is kept of the result is erased. */
  readonly userId: string | undefined;
}

/** The room for the results of one call. */
export interface ResultRoom {
  /** The bytes of JSON that all of them may have. */
  readonly readLimit: () => Promise<number>;
  /** Returns the data if there is room for it. Otherwise keeps it as a file, and returns a `CutResult` of the document. */
  readonly fit: (result: ResultOfTool) => Promise<Data>;
}

/** A result of so few bytes is never cut, because the summary would not be shorter. */
const smallResult = 500;

/** Bytes of a summary without the shape. */
const aroundShape = 250;

/** Bytes of a handle and of the time when it ends. */
const handleBytes = 90;

/** Bytes of the longest shape. */
const longestShape = 4_000;

/** Creates the room for the results of one call of an agent. The setting is read when a result is not certainly short. */
export function createResultRoom(
  services: Services,
  caller: ActionCaller,
  agent: ResultAgent,
): ResultRoom {
  let limit: Promise<number> | undefined;
  let used = 0;
  const readLimit = (): Promise<number> => {
    limit ??= readResultLimit(services, caller, agent);
    return limit;
  };
  return {
    readLimit,
    fit: async (result) => {
      const { data } = result;
      if (isCertainlyShort(data, smallResult)) {
        used += smallResult;
        return data;
      }
      const left = (await readLimit()) - used;
      const size = countJsonBytes(data);
      if (size <= Math.max(left, smallResult)) {
        used += size;
        return data;
      }
      const room = Math.min(Math.max(left, smallResult) - aroundShape, longestShape);
      const cut = { truncated: true, size, shape: cutToBytes(describeShape(data, room), room) };
      // Before the result is kept, because others may be fitted meanwhile.
      used += countJsonBytes(cut) + handleBytes;
      return { ...cut, ...(await keep(services, caller, agent, result)) };
    },
  };
}

async function readResultLimit(
  { platform }: Services,
  { projectId }: ActionCaller,
  { limit }: ResultAgent,
): Promise<number> {
  if (limit !== undefined) {
    return limit;
  }
  const config = await runInProject(platform, projectId, getProjectConfig);
  return config.result_limit_bytes;
}

/** Keeps the whole result for its reader. The call was made, so it does not fail when its result cannot be kept. */
async function keep(
  services: Services,
  caller: ActionCaller,
  { reader }: ResultAgent,
  { data, ...about }: ResultOfTool,
): Promise<{ readonly handle: string | null; readonly expires_at: string | null }> {
  const file = { name: "result.json", mimetype: "application/json", ...about, reader };
  try {
    const { file: kept, readableUntil } = await storeResult(services, caller, file, toPieces(data));
    return { handle: kept.id, expires_at: readableUntil?.toISOString() ?? null };
  } catch (failure) {
    const reason = failure instanceof PlatformError ? failure.slug : undefined;
    services.warn("the rest of a result was not kept", { tool: about.toolSlug, reason, failure });
    return { handle: null, expires_at: null };
  }
}

async function* toPieces(data: Data): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(data));
}
