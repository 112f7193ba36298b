import type { Model } from "../../document/model/model.ts";
import { findBaseAddress } from "../../document/model/server-address.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";

/**
 * The servers of operations that have their own, as an object literal by path and method. Undefined when no operation
 * has one.
 */
export function printClientServers(model: Model): string | undefined {
  const lines = model.paths.flatMap(({ path, operations }) => {
    const methods = operations.flatMap((operation) =>
      operation.server === undefined
        ? []
        : [`${escapePropertyKey(getMethodName(operation))}: ${escapeString(operation.server)}`],
    );
    return methods.length === 0
      ? []
      : [`    ${escapePropertyKey(path)}: { ${methods.join(", ")} },\n`];
  });
  return lines.length === 0
    ? undefined
    : `{\n  insteadOf: ${printReplacedServer(model)},\n  paths: {\n${lines.join("")}  },\n}`;
}

/** The document's base URL, which an operation's own server replaces, as a literal. */
export function printReplacedServer({ servers }: Model): string {
  return escapeString(findBaseAddress(servers) ?? "");
}
