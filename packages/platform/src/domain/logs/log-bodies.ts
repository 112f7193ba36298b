import { z } from "zod";
import type { Schemas } from "../../api-types.ts";
import type { Opening, SecretPlace } from "../../secrets/secrets.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import { cutBody } from "./cut-body.ts";

/** The members of a log that are cut when they are long. */
type LoggedBody = Schemas["ToolExecutionLog"]["truncated"][number];

const bodiesShape = z.object({
  arguments: z.record(z.string(), z.unknown()).nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  // Logs of earlier versions were never cut.
  truncated: z.array(z.enum(["arguments", "data"])).default([]),
  // Logs of earlier versions store it unencrypted.
  error: z.string().nullish(),
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
 * Seals the bodies of a log, each cut to 64 KiB, and its error.
 *
 * @param log the log's id
 */
export function sealBodies(
  scope: Scope,
  log: string,
  { error, ...bodies }: SealedMembers,
): Opening<string> {
  const sealed = { ...cutBodies(bodies), error };
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
  const { error = null, ...bodies } = bodiesShape.parse(
    await scope.platform.secrets.open(scope.trx, placeLogBodies(scope, log), sealed),
  );
  return { ...bodies, error };
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
