import type { Operation } from "../../model/model.ts";
import { allHeaders, type DocumentedHeader, sharedHeaders } from "../documented-headers.ts";
import { literal } from "../literal.ts";
import { valueTypeOf } from "../value-type.ts";

/** What reads the documented headers of an operation's answers, as an expression; undefined when there are none. */
export function headerReader(operation: Operation): string | undefined {
  const shared = sharedHeaders(operation);
  const definitions = (shared ?? allHeaders(operation)).map((each) =>
    definitionSource(each, shared === undefined),
  );
  return definitions.length === 0
    ? undefined
    : `/* @__PURE__ */ responseHeaders([\n${definitions.map((each) => `  ${each},\n`).join("")}])`;
}

function definitionSource(
  { name, header, statuses }: DocumentedHeader,
  isByStatus: boolean,
): string {
  const { contentType, explode, schema } = header;
  return literal({
    name,
    contentType,
    explode: (contentType === undefined && explode) || undefined,
    type: contentType === undefined ? valueTypeOf(schema) : undefined,
    statuses: isByStatus ? statuses : undefined,
  });
}
