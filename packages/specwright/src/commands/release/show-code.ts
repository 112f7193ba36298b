import type { LocatedChange } from "../diff.ts";
import type { TargetName } from "../settings/targets.ts";

/**
 * The code to change for a rename or a new required property, as a fenced block with a line before and a line after.
 * Undefined for other changes, and for packages whose users the change does not reach.
 */
export function showCode(
  { kind, before, after, message, verdicts }: LocatedChange,
  target: TargetName,
  packageName: string,
): string | undefined {
  if (target === "server" ? verdicts.handlers !== "breaks" : verdicts.clientCode !== "breaks") {
    return undefined;
  }
  const [first, second] = [...message.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
  const [old, now] = [lastSegment(before?.pointer), lastSegment(after?.pointer)];
  switch (kind) {
    case "operation-renamed":
      return target === "client"
        ? renderDiff(
            `import { ${second} } from "${packageName}";`,
            `import { ${first} } from "${packageName}";`,
          )
        : undefined;
    case "component-schema-renamed":
      return target === "types"
        ? renderDiff(
            `import type { ${first} } from "${packageName}";`,
            `import type { ${second} } from "${packageName}";`,
          )
        : undefined;
    case "request-property-renamed":
    case "response-property-renamed":
      return renderDiff(`value.${old}`, `value.${now}`);
    case "request-property-added-required":
    case "request-property-became-required":
      return `\`\`\`diff\n const value = {\n   …\n+  ${second ?? now}: …,\n };\n\`\`\``;
    default:
      return undefined;
  }
}

function renderDiff(before: string, after: string): string {
  return `\`\`\`diff\n-${before}\n+${after}\n\`\`\``;
}

function lastSegment(pointer = ""): string {
  return pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
