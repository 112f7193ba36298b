import * as z from "zod";
import type { PollRule } from "../types/poll-types.ts";
import { pointer } from "./pointer.ts";

const unit = z.enum(["date-time", "seconds", "milliseconds"]);

/** Reads `poll` of `x-platform-trigger`. */
export const pollRule: z.ZodType<PollRule> = z
  .strictObject({
    arguments: z.record(z.string(), z.unknown()).default({}),
    since: unit.default("date-time"),
    items: pointer,
    identity: z.array(pointer).min(1),
    time: z.strictObject({ pointer, unit: unit.default("date-time") }).optional(),
    next: z.strictObject({ pointer: pointer.min(1), argument: z.string().min(1) }).optional(),
    newest_first: z.boolean().default(false),
    data: z.record(z.string(), pointer),
  })
  .superRefine(({ time, newest_first: isSorted, arguments: given }, context) => {
    const report = (member: string, message: string): void => {
      context.addIssue({ code: "custom", path: [member], message });
    };
    if (time === undefined && !JSON.stringify(given).includes("{since}")) {
      report(
        "arguments",
        "needs `{since}` in an argument, because items without a `time` never expire",
      );
    }
    if (time === undefined && isSorted) {
      report("newest_first", "needs `time`, to find the end of the new items");
    }
  });
