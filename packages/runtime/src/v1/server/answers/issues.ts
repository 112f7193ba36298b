import type * as z from "zod";
import { fieldIssues } from "../../schema/issues/field-issues.ts";
import { fieldLines } from "../../schema/issues/field-lines.ts";
import type { ValidationIssue } from "../operation.ts";

/** The issues of a failed validation as `fieldLines` writes them. */
export function issuesToLines(
  place: string,
  issues: readonly ValidationIssue[],
): readonly string[] {
  // Validators are Zod schemas: their issues have the members that differ by code, too.
  return fieldLines(place, fieldIssues(issues as readonly z.core.$ZodIssue[]));
}
