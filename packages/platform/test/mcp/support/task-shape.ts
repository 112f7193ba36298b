import { expect } from "vitest";
import * as z from "zod";

const time = z.iso.datetime();

/** What every task has (extension `io.modelcontextprotocol/tasks`, `Task`). */
const common = {
  taskId: z.string().min(20),
  statusMessage: z.string().optional(),
  createdAt: time,
  lastUpdatedAt: time,
  ttlMs: z.int().positive().nullable(),
  pollIntervalMs: z.int().positive().optional(),
  resultType: z.enum(["task", "complete"]),
  _meta: z.looseObject({}).optional(),
};

/** `DetailedTask` of the extension. Each status has its own member, and no other's. */
const detailedTask = z.discriminatedUnion("status", [
  z.strictObject({ ...common, status: z.literal("working") }),
  z.strictObject({ ...common, status: z.literal("cancelled") }),
  z.strictObject({
    ...common,
    status: z.literal("completed"),
    result: z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) }),
  }),
  z.strictObject({
    ...common,
    status: z.literal("failed"),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  }),
]);

/** Checks that a result has the form that the extension gives to tasks. */
export function assertTask(result: unknown): void {
  expect(detailedTask.safeParse(result).error?.issues ?? []).toEqual([]);
}
