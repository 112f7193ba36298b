import { isDirectMember } from "../../emit/client/input-layout.ts";
import { escapePropertyKey } from "../../emit/shared/escape/property-key.ts";
import { escapeString } from "../../emit/shared/escape/string.ts";
import { fenceCode, splitCodeSpans } from "../../text/code-span.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { parsePointer } from "../../text/pointer.ts";
import type { LocatedChange } from "../diff.ts";
import type { PlannedPackage } from "./plan.ts";

/**
 * The code to change for a rename, or for a new required property or parameter, as a fenced block with the lines before
 * and after. Undefined for other changes, and for packages whose users the change does not reach.
 */
export function showCode(
  change: LocatedChange,
  { target, audiences, name: packageName }: PlannedPackage,
): string | undefined {
  const { kind, before, after, message, verdicts } = change;
  const [audience] = audiences;
  if (verdicts[audience] !== "breaks") {
    return undefined;
  }
  const [first, second] = listCodes(message);
  const [old, now] = [lastSegment(before?.pointer), lastSegment(after?.pointer)];
  switch (kind) {
    case "operation-renamed":
      return showOperation(second ?? "", first ?? "", target, packageName);
    case "component-schema-renamed":
      return showSchema(first ?? "", second ?? "", target, packageName);
    case "request-property-renamed":
    case "response-property-renamed":
      return renderDiff(`value${accessMember(old)}`, `value${accessMember(now)}`);
    case "request-property-added-required":
    case "request-property-became-required":
      return renderLines([
        " const value = {",
        "   …",
        `+  ${escapePropertyKey(second ?? now)}: …,`,
        " };",
      ]);
    case "parameter-added-required":
    case "parameter-became-required":
    case "path-parameter-renamed":
    case "header-parameter-renamed":
      return showParameter(change, target);
    default:
      return undefined;
  }
}

/** The name of an operation where code of each package has it. */
function showOperation(
  old: string,
  name: string,
  target: string,
  packageName: string,
): string | undefined {
  switch (target) {
    case "types":
      return renderDiff(`operations[${escapeString(old)}]`, `operations[${escapeString(name)}]`);
    case "validators":
      return renderDiff(`operations${accessMember(old)}`, `operations${accessMember(name)}`);
    case "server":
      return renderLines([
        " createRouter({",
        "   handlers: {",
        `-    ${escapePropertyKey(old)}: …,`,
        `+    ${escapePropertyKey(name)}: …,`,
        "   },",
        " });",
      ]);
    case "client":
      // Functions of other operations have names that are made of these.
      return [old, name].every(isIdentifier)
        ? renderDiff(
            `import { ${old} } from "${packageName}";`,
            `import { ${name} } from "${packageName}";`,
          )
        : undefined;
    case "mocks":
      return [old, name].every(isIdentifier)
        ? renderDiff(
            `import { ${escapeIdentifier(`mock ${old}`, { style: "camel" })} } from "${packageName}";`,
            `import { ${escapeIdentifier(`mock ${name}`, { style: "camel" })} } from "${packageName}";`,
          )
        : undefined;
    default:
      // The code of other targets is not known here.
      return undefined;
  }
}

/** The name of a schema where it is imported. Clients and servers do not export schemas. */
function showSchema(
  old: string,
  name: string,
  target: string,
  packageName: string,
): string | undefined {
  const word = target === "types" ? "import type" : "import";
  return (target === "types" || target === "validators") && [old, name].every(isIdentifier)
    ? renderDiff(
        `${word} { ${old} } from "${packageName}";`,
        `${word} { ${name} } from "${packageName}";`,
      )
    : undefined;
}

/** The member of the input of a call, or of the input of a handler. The validators have no code that names it. */
function showParameter(
  { place, kind, message }: LocatedChange,
  target: string,
): string | undefined {
  const [, location = "", current = ""] = /^(\w+) parameter (.+)$/s.exec(place) ?? [];
  const isRenamed = kind.endsWith("-renamed");
  const names = listCodes(message);
  const [old, name] = isRenamed ? [names.at(-2) ?? "", names.at(-1) ?? ""] : ["", current];
  if (location === "" || target === "validators") {
    return undefined;
  }
  if (target === "server") {
    return renderDiff(
      `input.${location}${accessMember(old)}`,
      `input.${location}${accessMember(name)}`,
    );
  }
  const members = [
    ...(isRenamed ? [`-${escapePropertyKey(old)}: …,`] : []),
    `+${escapePropertyKey(name)}: …,`,
  ];
  // Queries and mutations take the input of the client.
  const isInput = target === "client" || target === "query";
  const isDirect = isInput && isDirectMember({ name, in: location });
  const groups = isDirect ? [] : isInput ? [location] : ["params", location];
  return renderLines([
    ...groups.map((group, depth) => ` ${" ".repeat(2 * depth)}${group}: {`),
    ...members.map((line) => `${line[0]}${" ".repeat(2 * groups.length)}${line.slice(1)}`),
    ...groups.map((_, depth) => ` ${" ".repeat(2 * (groups.length - 1 - depth))}},`),
  ]);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

function accessMember(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${escapeString(name)}]`;
}

/** The texts in backticks of a message. */
function listCodes(message: string): readonly string[] {
  return splitCodeSpans(message).filter((_, index) => index % 2 === 1);
}

function renderDiff(before: string, after: string): string {
  return renderLines([`-${before}`, `+${after}`]);
}

function renderLines(lines: readonly string[]): string {
  return fenceCode("diff", lines.join("\n"));
}

function lastSegment(pointer = ""): string {
  return parsePointer(pointer).at(-1) ?? "";
}
