import { join } from "node:path";
import { z } from "zod";
import { type AdminCommand, adminCommandNames } from "./admin-command.ts";
import type { AdminOptions, Outcome } from "./administer.ts";

/** A command for the running service: one JSON object, sent as the body of `POST /commands`. */
export interface ControlRequest {
  readonly command: AdminCommand;
  readonly options: AdminOptions;
}

/** Reads a `ControlRequest`. */
export const controlRequest: z.ZodType<ControlRequest> = z.strictObject({
  command: z.enum(adminCommandNames),
  options: z.strictObject({
    name: z.string().optional(),
    organization: z.string().optional(),
    project: z.string().optional(),
    ids: z.array(z.string()).optional(),
    kind: z.string().optional(),
    state: z.enum(["dead", "ready", "waiting"]).optional(),
    limit: z.number().optional(),
    hours: z.number().optional(),
    toolkit: z
      .strictObject({
        document: z.string(),
        slug: z.string(),
        server: z.string().optional(),
        replace: z.boolean(),
      })
      .optional(),
  }),
});

/** One line of the response, a JSON object: any number of `progress` lines, then one of the others. */
export type ControlLine =
  | { readonly progress: string }
  | { readonly outcome: Outcome }
  /** The command was refused because of the operator's mistake. The command line prints this text. */
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

/**
 * The longest path that fits into the address of a socket, which has 108 bytes on Linux and 104 elsewhere, including
 * the end marker.
 */
const longestPath = 103;

/**
 * The socket through which commands reach the service of this data directory. Undefined where a socket is impossible:
 * on Windows, whose pipes have no file permissions, and when the path is too long.
 */
export function locateControlSocket(directory: string): string | undefined {
  const path = join(directory, "control.sock");
  if (process.platform === "win32" || Buffer.byteLength(path) > longestPath) {
    return undefined;
  }
  return path;
}
