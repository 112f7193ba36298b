import * as json from "@specwright/runtime/v1/schema";
import type * as z from "zod";

/** What is wrong with a message: the problem, and a line for each member, such as "message.params.name: required". */
export function describeIssues(problem: string, issues: readonly z.core.$ZodIssue[]): string {
  return [problem, ...json.fieldLines("message", json.fieldIssues(issues))].join("\n");
}
