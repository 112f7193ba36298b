import { join } from "node:path";
import { z } from "zod";
import type { AdminCommand, AdminOptions, Outcome } from "./administer.ts";

/** A command for the running service: one JSON object, sent as the body of `POST /commands`. */
export interface ControlRequest {
  readonly command: AdminCommand;
  readonly options: AdminOptions;
}

/** Reads a `ControlRequest`. */
export const controlRequest: z.ZodType<ControlRequest> = z.strictObject({
  command: z.enum(["migrate", "keys create", "keys rotate"]),
  options: z.strictObject({
    name: z.string().optional(),
    organization: z.string().optional(),
    project: z.string().optional(),
  }),
});

/** A line of the answer, which is one JSON object a line: any number of `progress`, then one of the others. */
export type ControlLine =
  | { readonly progress: string }
  | { readonly outcome: Outcome }
  /** The operator's mistake, in the words that the command line prints. */
  | { readonly refused: string }
  | { readonly failed: true };

/** Reads a `ControlLine`. */
export const controlLine: z.ZodType<ControlLine> = z.union([
  z.strictObject({ progress: z.string() }),
  z.strictObject({
    outcome: z.strictObject({ text: z.string(), data: z.record(z.string(), z.unknown()) }),
  }),
  z.strictObject({ refused: z.string() }),
  z.strictObject({ failed: z.literal(true) }),
]);

/** Longer paths do not fit into the address of a socket: 108 bytes on Linux, 104 elsewhere, the end marker included. */
const longestPath = 103;

/**
 * The socket through which commands reach the service that has this data directory; undefined where a socket is impossible:
 * on Windows, where pipes have no file permissions, and below paths that are too long.
 */
export function controlPath(directory: string): string | undefined {
  const path = join(directory, "control.sock");
  if (process.platform === "win32" || Buffer.byteLength(path) > longestPath) {
    return undefined;
  }
  return path;
}
