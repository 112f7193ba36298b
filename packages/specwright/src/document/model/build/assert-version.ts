import {
  createDiagnosticError,
  type Diagnostic,
  type DiagnosticError,
} from "../../../diagnostic.ts";
import { isObject } from "../../../json-object.ts";
import type { Raw } from "./context/raw.ts";

/**
 * The version that a document declares.
 *
 * @throws DiagnosticError when it is not an OpenAPI document, or has a version other than 3.
 */
export function assertVersion(root: Raw): string {
  const { value } = root;
  if (!isObject(value) || (value.openapi === undefined && value.swagger === undefined)) {
    throw refuse(root, {
      code: "not-openapi",
      message: "This is not an OpenAPI document: it does not begin with `openapi: 3.x`.",
      fix: "Pass the root file of the document.",
    });
  }
  if (value.openapi === undefined) {
    throw refuse(root, {
      code: "swagger",
      message: `This is a Swagger ${value.swagger} document, which specwright does not read.`,
      fix: "Convert the document to OpenAPI 3 first, for example by `npx swagger2openapi <document>`.",
      pointer: "/swagger",
    });
  }
  // YAML reads an unquoted `3.0` as the number 3.
  const version = value.openapi === 3 ? "3.0" : String(value.openapi);
  if (!/^3\.[0-2](?:\.|$)/.test(version)) {
    throw refuse(root, {
      code: "unknown-version",
      message: `specwright does not know OpenAPI ${version}.`,
      fix: "Use OpenAPI 3.0, 3.1 or 3.2.",
      pointer: "/openapi",
    });
  }
  return version;
}

function refuse(
  { file }: Raw,
  problem: Pick<Diagnostic, "code" | "message" | "fix" | "pointer">,
): DiagnosticError {
  return createDiagnosticError({ file: file.name, pointer: "", ...problem });
}
