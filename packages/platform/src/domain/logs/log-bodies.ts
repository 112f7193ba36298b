import { z } from "zod";
import type { Schemas } from "../../base/api-types.ts";
import type { SecretPlace } from "../../base/secrets/secrets.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import { cutBody } from "./cut-body.ts";

/** The members of a log that are cut when they are long. */
type LoggedBody = Schemas["ToolExecutionLog"]["truncated"][number];

const bodiesShape = z.object({
  arguments: z.record(z.string(), z.unknown()).nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  truncated: z.array(z.enum(["arguments", "data"])),
  error: z.string().nullable(),
});

/** The sealed part of a log: the bodies, and the error text, which may repeat parts of the request. */
type SealedMembers = Readonly<Record<LoggedBody, Values | null>> & {
  readonly error: string | null;
};

/** The bodies in the form in which they are read. */
type LogBodies = SealedMembers & {
  /** The bodies that were cut. Such a body is `{"text": …}`. */
  readonly truncated: LoggedBody[];
};

/**
 * Seals the bodies of a log, each cut to 64 KiB, and its error. Of a project that has no room for logs, the bodies are left
 * out and marked as cut.
 *
 * @param log the log's id
 */
export function sealBodies(
  scope: Scope,
  log: string,
  { error, ...bodies }: SealedMembers,
): Promise<string> {
  const isFull = scope.platform.records.isFull(scope.projectId);
  const sealed = { ...(isFull ? leaveOut(bodies) : cutBodies(bodies)), error };
  return scope.platform.secrets.seal(scope.trx, placeLogBodies(scope, log), sealed);
}

/** Opens the envelopes that `sealBodies` made. */
export async function openBodies(
  scope: Scope,
  log: string,
  sealed: string | null,
): Promise<LogBodies> {
  if (sealed === null) {
    return { arguments: null, data: null, error: null, truncated: [] };
  }
  return bodiesShape.parse(
    await scope.platform.secrets.open(scope.trx, placeLogBodies(scope, log), sealed),
  );
}

function leaveOut({ arguments: given, data }: Readonly<Record<LoggedBody, Values | null>>) {
  const truncated: LoggedBody[] = [];
  if (given !== null) {
    truncated.push("arguments");
  }
  if (data !== null) {
    truncated.push("data");
  }
  return { arguments: null, data: null, truncated };
}

function cutBodies(bodies: Readonly<Record<LoggedBody, Values | null>>): Omit<LogBodies, "error"> {
  const given = cutBody(bodies.arguments);
  const data = cutBody(bodies.data);
  const truncated: LoggedBody[] = [];
  if (given.isCut) {
    truncated.push("arguments");
  }
  if (data.isCut) {
    truncated.push("data");
  }
  return { arguments: given.body, data: data.body, truncated };
}

function placeLogBodies(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "tool_execution_logs", row, field: "bodies" };
}
