import { existsSync } from "node:fs";
import type { Diagnostic } from "../../diagnostic.ts";

/** Reports an error when the user's folder of templates does not exist. */
export function checkTemplates(templates: string | undefined): Diagnostic[] {
  if (templates === undefined || existsSync(templates)) {
    return [];
  }
  return [
    {
      severity: "error",
      code: "no-templates",
      message: `The folder of templates, ${templates}, does not exist.`,
      fix: "Correct the path, which is relative to the working folder.",
    },
  ];
}
