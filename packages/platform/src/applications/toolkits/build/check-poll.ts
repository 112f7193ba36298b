import type { TriggerFormat } from "../documents/trigger-format.ts";
import type { ToolDefinition } from "../types/tool-types.ts";
import { checkData, type Report } from "./check-webhooks.ts";

/** Problems of a `poll` type: its rule compared with its schemas and its operation. */
export function checkPollType(
  {
    poll,
    config,
    payload,
    webhook,
  }: Pick<TriggerFormat, "poll" | "config" | "payload" | "webhook">,
  report: Report,
): void {
  if (webhook !== undefined) {
    report("webhook", "A poll type has no `webhook`.", "Remove it.");
  }
  if (poll === undefined) {
    report(
      "type",
      "A poll type needs `poll`.",
      "Add `poll`, which describes how to read the operation.",
    );
    return;
  }
  checkData("poll", poll.data, payload, report);
  for (const [name, value] of Object.entries(poll.arguments)) {
    for (const [, member = ""] of JSON.stringify(value).matchAll(/\{config\.([^{}"]*)\}/g)) {
      if (!Object.hasOwn(config.properties, member)) {
        const message = `\`${member}\` is not a property of \`config\`.`;
        report(`poll/arguments/${name}`, message, "Describe it there, or correct the name.");
      }
    }
  }
}

/** Problems of a rule with the tool that is called. */
export function checkPolledTool(
  { poll }: Pick<TriggerFormat, "poll">,
  tool: Pick<ToolDefinition, "inputs">,
  report: Report,
): void {
  const known = new Set(tool.inputs.map(({ name }) => name));
  const named = [
    ...Object.keys(poll?.arguments ?? {}).map((name) => [`poll/arguments/${name}`, name] as const),
    ...(poll?.next === undefined ? [] : [["poll/next/argument", poll.next.argument] as const]),
  ];
  for (const [member, name] of named) {
    if (!known.has(name)) {
      const message = `The operation has no argument \`${name}\`.`;
      report(member, message, `Name one of ${[...known].join(", ") || "its parameters"}.`);
    }
  }
}
