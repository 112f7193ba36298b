import * as json from "@specwright/runtime/v1/schema";
import { PlatformError } from "../../base/errors.ts";

/** The arguments of a meta tool, checked; @throws PlatformError `ToolExecution_ArgumentsInvalid` */
export function checkMetaArguments<T>(schema: json.ObjectSchema<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: json.describeIssue });
  if (!result.success) {
    const errors = json.fieldLines("body.arguments", json.fieldIssues(result.error.issues));
    throw new PlatformError("ToolExecution_ArgumentsInvalid", { errors });
  }
  return result.data;
}
