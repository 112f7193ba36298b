import type { Operation } from "../../model/model.ts";
import { renderDocComment } from "../doc-comment.ts";
import { methodOf } from "../method-of.ts";
import { keptPrint, type TypeContext } from "../type-context.ts";
import type { ServerOperationPlan } from "./plan.ts";

/** The values that a template shows. */
export type View = Readonly<Record<string, unknown>>;

/** What a template shows of an operation or a webhook. */
export interface KeptView {
  readonly view: View;
  /** What the view names of the optional imports. */
  readonly used: readonly string[];
}

/**
 * Prints an operation or a webhook; what an earlier run of the process has printed is taken again.
 *
 * @param inputs Further texts that the view is made of.
 */
export function keptView(
  kind: string,
  { operation, input, response }: ServerOperationPlan,
  types: TypeContext,
  inputs: readonly string[],
  print: () => View,
): KeptView {
  return keptPrint(`server: ${kind}`, operation, [input, response, ...inputs], types, () => {
    const view = print();
    return { view, used: usedNames(view) };
  });
}

/** The names of the optional imports that a view uses. */
export function usedNames(view: View): readonly string[] {
  const { doc, ...rest } = view;
  // As large as the types; comments, which may be larger, name nothing.
  const printed = JSON.stringify(rest);
  return [
    ...optionalImports.filter((name) => printed.includes(name)),
    ...typeImports.filter((name) => typeIndexes[name].test(printed)),
  ];
}

/** The interfaces of the types. */
export const typeImports = ["components", "operations", "paths", "webhooks"] as const;

/** How types of these interfaces are written. */
const typeIndexes = {
  components: /\bcomponents\[/,
  operations: /\boperations\[/,
  paths: /\bpaths\[/,
  webhooks: /\bwebhooks\[/,
} as const satisfies Readonly<Record<(typeof typeImports)[number], RegExp>>;

/** Types of the runtime that not every document needs. */
export const optionalImports: readonly string[] = [
  "BasicCredential",
  "BinaryBody",
  "ClientErrorStatus",
  "ItemStream",
  "MultipartForm",
  "RedirectStatus",
  "ServerErrorStatus",
  "ServerSentEvent",
  "StatusCode",
  "SuccessStatus",
  "TextBody",
];

/** The comments of an operation or a webhook. */
export function docs({ summary, description, deprecated, method, path }: Operation): View {
  const notes = [`\`${methodOf({ method })} ${path}\``];
  return {
    doc: renderDocComment({ summary, description, deprecated, notes }, "  "),
    // Beside the types only what tells which operation they are of.
    call: renderDocComment({ notes }),
  };
}
