import { printYaml } from "../../../text/print-yaml.ts";

/** How an object is written. */
export interface Style {
  readonly isFlow: boolean;
  /** True when names are quoted, as in JSON. */
  readonly isQuoted: boolean;
}

/** A name and its value on one line. */
export function printPair(name: string, value: unknown, { isQuoted }: Style): string {
  return `${printFlow(name, isQuoted)}: ${printFlow(value, isQuoted)}`;
}

/** A value on one line. Texts without quotes have no character that would end them between brackets. */
export function printFlow(value: unknown, isQuoted: boolean): string {
  if (Array.isArray(value)) {
    return `[${value.map((element: unknown) => printFlow(element, isQuoted)).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, member]) =>
      printPair(name, member, { isFlow: true, isQuoted }),
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  const plain = typeof value === "string" && !isQuoted ? printYaml(value).trimEnd() : "";
  return value === "$ref" && !isQuoted
    ? value
    : /^[\w/.-]+$/.test(plain)
      ? plain
      : JSON.stringify(value);
}
