import type * as z from "zod";
import { fieldIssues } from "../../schema/issues/field-issues.ts";
import { fieldLines } from "../../schema/issues/field-lines.ts";
import type { ValidationIssue } from "../operation.ts";

/** The issues of a failed validation as lines, such as `body.title: required`. */
export function issuesToLines(
  place: string,
  issues: readonly ValidationIssue[],
): readonly string[] {
  // Validators are Zod schemas, so their issues have all members of Zod's issues.
  return fieldLines(place, fieldIssues(issues as readonly z.core.$ZodIssue[]));
}
