import type { Operation } from "../../../document/model/model.ts";
import {
  collectSharedHeaders,
  type DocumentedHeader,
  listAllHeaders,
} from "../../shared/bodies/documented-headers.ts";
import { mayBe } from "../../shared/parameters/may-be.ts";
import { foldValueType } from "../../shared/parameters/value-type.ts";
import { printLiteral } from "../../shared/print/literal.ts";

/** A generated function that reads documented headers. */
export interface HeaderReader {
  /** The runtime function that creates the reader. */
  readonly maker: string;
  /** As an expression. */
  readonly source: string;
  /** The headers that it reads. */
  readonly names: readonly string[];
}

/** The reader of an operation's documented response headers. Undefined when it has none. */
export function planHeaderReader(operation: Operation): HeaderReader | undefined {
  const shared = collectSharedHeaders(operation);
  const headers = shared ?? listAllHeaders(operation);
  const definitions = headers.map((each) => printHeaderDefinition(each, shared === undefined));
  const isSimple = shared !== undefined && headers.every(isPrimitive);
  const maker = isSimple ? "primitiveHeaders" : "responseHeaders";
  return definitions.length === 0
    ? undefined
    : {
        maker,
        source: `/* @__PURE__ */ ${maker}([\n${definitions.map((each) => `  ${each},\n`).join("")}])`,
        names: headers.map(({ name }) => name),
      };
}

/** Returns whether a header is a single text, number or boolean. */
function isPrimitive({ header: { contentType, schema } }: DocumentedHeader): boolean {
  return contentType === undefined && !mayBe(schema, "array") && !mayBe(schema, "object");
}

function printHeaderDefinition(
  { name, header, statuses }: DocumentedHeader,
  isByStatus: boolean,
): string {
  const { contentType, explode, schema } = header;
  return printLiteral({
    name,
    contentType,
    explode: (contentType === undefined && explode) || undefined,
    type: contentType === undefined ? foldValueType(schema) : undefined,
    statuses: isByStatus ? statuses : undefined,
  });
}
