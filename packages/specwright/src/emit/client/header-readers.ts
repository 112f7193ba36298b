import type { Operation } from "../../model/model.ts";
import { allHeaders, type DocumentedHeader, sharedHeaders } from "../bodies/documented-headers.ts";
import { valueTypeOf } from "../parameters/value-type.ts";
import { literal } from "../print/literal.ts";

/** What reads documented headers. */
export interface HeaderReader {
  /** As an expression. */
  readonly source: string;
  /** The headers that it reads. */
  readonly names: readonly string[];
}

/** What reads the documented headers of an operation's answers; undefined when there are none. */
export function headerReader(operation: Operation): HeaderReader | undefined {
  const shared = sharedHeaders(operation);
  const headers = shared ?? allHeaders(operation);
  const definitions = headers.map((each) => definitionSource(each, shared === undefined));
  return definitions.length === 0
    ? undefined
    : {
        source: `/* @__PURE__ */ responseHeaders([\n${definitions.map((each) => `  ${each},\n`).join("")}])`,
        names: headers.map(({ name }) => name),
      };
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
