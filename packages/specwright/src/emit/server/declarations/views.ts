import type { Operation } from "../../../model/model.ts";
import { getMethodName } from "../../names/get-method-name.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import type { TypeContext } from "../../typescript/type-context.ts";

/** The values that a template shows. */
export type View = Readonly<Record<string, unknown>>;

/** The types of the runtime that declarations import and not every document needs, in the order of the import. */
export function runtimeImports({ used }: Pick<TypeContext, "used">): readonly string[] {
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

/** The comments of an operation or a webhook. */
export function docs({ summary, description, deprecated, method, path }: Operation): View {
  const notes = [`\`${getMethodName({ method })} ${path}\``];
  return {
    doc: renderDocComment({ summary, description, deprecated, notes }, "  "),
    // Beside the types, only the names that say which operation they belong to.
    call: renderDocComment({ notes }),
  };
}
