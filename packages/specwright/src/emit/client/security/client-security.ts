import type { Model } from "../../../document/model/model.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import type { SecurityPlan } from "./plan-security.ts";

/**
 * The security of operations, as an object literal for `createClient`: the requirement of most operations, and the
 * requirements of the others by path and method. Undefined when no operation has a requirement.
 */
export function printClientSecurity(
  { paths }: Model,
  { of, all }: SecurityPlan,
): string | undefined {
  if (all.length === 0) {
    return undefined;
  }
  const counts = new Map<string | undefined, number>();
  for (const operation of paths.flatMap(({ operations }) => operations)) {
    const need = of(operation)?.constant;
    counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  // If several are equally frequent, the first one.
  const [usual] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most));
  const lines = paths.flatMap(({ path, operations }) => {
    const methods = operations
      .filter((operation) => of(operation)?.constant !== usual)
      .map(
        (operation) =>
          `${escapePropertyKey(getMethodName(operation))}: ${of(operation)?.constant ?? "null"}`,
      );
    return methods.length === 0
      ? []
      : [`    ${printSecurityMember(escapePropertyKey(path), methods)},\n`];
  });
  const others = lines.length === 0 ? "{}" : `{\n${lines.join("")}  }`;
  return `{\n${usual === undefined ? "" : `  usual: ${usual},\n`}  paths: ${others},\n}`;
}

/** On one line where it fits. */
function printSecurityMember(key: string, methods: readonly string[]): string {
  const line = `${key}: { ${methods.join(", ")} }`;
  return line.length <= 95
    ? line
    : `${key}: {\n${methods.map((method) => `      ${method},\n`).join("")}    }`;
}
