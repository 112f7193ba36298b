import { createDiagnosticError } from "../../diagnostic.ts";

/** The names of a document in a folder, the first one that exists. */
export const documentNames = ["openapi.yaml", "openapi.yml", "openapi.json"] as const;

/** @throws DiagnosticError for a folder that has no file of these names */
export function reportNoDocument(folder: string): never {
  throw createDiagnosticError({
    code: "no-document",
    message: `The folder ${folder} does not contain any of ${documentNames.join(", ")}.`,
    fix: "Pass the file of the document.",
  });
}
