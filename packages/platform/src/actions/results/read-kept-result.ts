import { findValueAt, splitPointer } from "../../applications/toolkits/json-pointer.ts";
import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { ToolOutline } from "../../applications/toolkits/types/tool-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { cutToBytes } from "../../base/sharing/cut-to-bytes.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import { takeTurns } from "../../base/sharing/take-turns.ts";
import { openKeptResult } from "../../domain/files/keep-result.ts";
import { signFileUrl } from "../../domain/files/signed-urls.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";
import { describeShape } from "./describe-shape.ts";
import { findText } from "./find-text.ts";
import type { ResultAgent } from "./result-room.ts";
import { takeRange } from "./take-range.ts";

type Arguments = Schemas["ReadResultArguments"];
type Part = Omit<Schemas["ReadResultData"], "handle" | "pointer" | "file">;

/** The results and schemas that an agent may read. */
export interface ReadableResults {
  readonly agent: ResultAgent;
  /** Bytes of JSON that the answer may have. */
  readonly limit: number;
  /** The schemas of a tool that the agent may use; undefined for any other slug. */
  readonly findSchemas: (toolSlug: string) => Promise<ToolSchemas | undefined>;
}

type ToolSchemas = Pick<Schemas["Tool"], "input_parameters" | "output_parameters">;

/** Finds the schemas of the tools of a catalog that an agent may use. */
export function createSchemaFinder(
  catalog: ToolkitCatalog,
  allowsTool: (tool: Pick<ToolOutline, "slug" | "record">) => boolean,
): ReadableResults["findSchemas"] {
  return async (slug) => {
    const record = catalog.hasTool(slug) ? await catalog.getRecord(slug) : undefined;
    if (record === undefined || !allowsTool({ slug, record })) {
      return undefined;
    }
    const { input_parameters, output_parameters } = record;
    return { input_parameters, output_parameters };
  };
}

/** Places that one search shows, and that it counts. */
const most = { shown: 100, counted: 10_000 };

/** Bytes of an answer beside the pointer, the shape, and the part: the names of members, and the address of the file. */
const around = 800;

/**
 * `PLATFORM_READ_RESULT`: reads a part of a result that was cut, or of the schemas of a tool. The answer fits into the limit.
 *
 * @throws PlatformError `ToolRouter_ResultNotFound`, and `ToolExecution_ArgumentsInvalid` for a pointer to nothing
 */
export async function readKeptResult(
  services: Services,
  caller: ActionCaller,
  { agent, limit, findSchemas }: ReadableResults,
  given: Arguments,
): Promise<Schemas["ReadResultData"]> {
  const { handle, pointer = "", range, search } = given;
  if (range !== undefined && search !== undefined) {
    throw refuse("range: not together with search");
  }
  const { value, file } = handle.startsWith("req_file_")
    ? await openResult(services, caller, agent, handle)
    : { value: await findSchemas(handle), file: null };
  if (value === undefined) {
    throw new PlatformError("ToolRouter_ResultNotFound");
  }
  const part = findValueAt(value, pointer);
  if (part === undefined) {
    throw refuse(`pointer: names nothing in ${cutToBytes(describeShape(value, 500), 500)}`);
  }
  const room = Math.max(0, limit - around - countJsonBytes(pointer));
  const found =
    search === undefined ? readPart(part, range, room) : searchPart(part, pointer, search, room);
  const isWhole = pointer === "" && range === undefined && search === undefined;
  return { handle, pointer, ...found, file: isWhole ? file : null };
}

/** The whole result of a handle, and the file that it is in. */
async function openResult(
  { platform, files }: Services,
  { projectId }: ActionCaller,
  { reader }: ResultAgent,
  handle: string,
): Promise<{ readonly value: unknown; readonly file: Schemas["ResultFile"] }> {
  const { row, url, expiresAt } = await runInProject(platform, projectId, async (scope) => {
    const kept = await openKeptResult(scope, handle, reader);
    return { row: kept, ...(await signFileUrl(scope, kept, "GET")) };
  });
  const bytes = await files.read({ projectId, fileId: handle }, row.size);
  if (bytes === undefined) {
    throw new PlatformError("ToolRouter_ResultNotFound");
  }
  const value: unknown = JSON.parse(await new Response(bytes).text());
  await takeTurns(row.size);
  const expires_at = expiresAt.toISOString();
  return { value, file: { name: row.filename, mimetype: row.mimetype, url, expires_at } };
}

function readPart(part: unknown, range: Arguments["range"], room: number): Part {
  const asked = range ?? { from: 0 };
  const all = takeRange(part, asked, room);
  if (all === undefined) {
    return { shape: null, total: null, read: null, next: null, value: part, matches: null };
  }
  if (asked.from === 0 && all.next === null) {
    return { ...all, shape: null, matches: null };
  }
  const longest = Math.floor(room / 4);
  const shape = cutToBytes(describeShape(part, longest), longest);
  const taken = takeRange(part, asked, room - countJsonBytes(shape)) ?? all;
  const isNothing = taken.read === 0 && taken.next !== null;
  return { ...taken, ...(isNothing && { value: null }), shape, matches: null };
}

function searchPart(part: unknown, pointer: string, search: string, room: number): Part {
  const matches: Schemas["ReadResultMatch"][] = [];
  let total = 0;
  let left = room;
  for (const match of findText(part, search, splitPointer(pointer))) {
    total += 1;
    left -= countJsonBytes(match) + 1;
    if (left >= 0 && matches.length < most.shown) {
      matches.push(match);
    }
    if (total >= most.counted) {
      break;
    }
  }
  return { shape: null, total, read: matches.length, next: null, value: null, matches };
}

function refuse(line: string): PlatformError {
  return new PlatformError("ToolExecution_ArgumentsInvalid", {
    errors: [`body.arguments.${line}`],
  });
}
