import type { Operation } from "../../../document/model/model.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { type DocText, renderDocComment } from "../../shared/print/doc-comment.ts";
import { fits } from "../../shared/print/layout.ts";
import type { TypeContext } from "../../shared/typescript/type-context.ts";

/** The values that a template shows. */
export type View = Readonly<Record<string, unknown>>;

/** The runtime types that only some declarations need, in the order in which they are imported. */
export function listRuntimeImports({ used }: Pick<TypeContext, "used">): readonly string[] {
  return optional.filter((name) => used.has(name));
}

const optional: readonly string[] = [
  "BasicCredential",
  "BinaryBody",
  "ClientErrorStatus",
  "ItemStream",
  "MultipartForm",
  "OperationInput",
  "RedirectStatus",
  "ResponseHeaders",
  "ServerErrorStatus",
  "ServerSentEvent",
  "StatusCode",
  "SuccessStatus",
  "TextBody",
];

/** The parts of an operation that its doc comments contain. */
type DescribedOperation = Pick<Operation, "deprecated" | "method" | "path"> &
  Pick<DocText, "summary" | "description">;

/** The doc comments of an operation or a webhook. */
export function writeOperationDocs({
  summary,
  description,
  deprecated,
  method,
  path,
}: DescribedOperation): View {
  const notes = [`\`${getMethodName({ method })} ${path}\``];
  return {
    doc: renderDocComment({ summary, description, deprecated, notes }, "  "),
    // A comment for declarations beside the types. It only names the operation to which they belong.
    call: renderDocComment({ notes }),
  };
}

/**
 * The type of a handler, as a member of an interface: on one line if it fits.
 *
 * @param types The types of the handler's input and of its answer.
 */
export function printHandlerType(key: string, types: readonly string[]): string {
  const line = `Handler<${types.join(", ")}>`;
  return fits("  ", `readonly ${key}: `, line, ";")
    ? line
    : `Handler<\n${types.map((type) => `    ${type}`).join(",\n")}\n  >`;
}
