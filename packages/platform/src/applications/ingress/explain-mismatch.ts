import type { WatchRule } from "../toolkits/types/webhook-types.ts";
import { type Delivery, meetsConditions, readValue } from "./delivery.ts";
import { differsFrom } from "./read-event.ts";

/**
 * A sentence about the first reason for which a delivery is not an event for an instance with this configuration; undefined if it is
 * one. It may repeat values of the delivery.
 */
export function explainMismatch(
  delivery: Delivery,
  { when, filters }: Pick<WatchRule, "when" | "filters">,
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  const unmet = when.find((condition) => !meetsConditions(delivery, [condition]));
  if (unmet !== undefined) {
    const { header, pointer, ...wanted } = { header: undefined, pointer: undefined, ...unmet };
    const place = header ?? (pointer === "" ? "the body" : pointer);
    return `${place} is ${write(readValue(delivery, unmet))}, and the trigger type wants ${write(wanted)}.`;
  }
  const other = Object.entries(filters).find(([name, value]) =>
    differsFrom(delivery, value, config, name),
  );
  if (other === undefined) {
    return undefined;
  }
  const [name, value] = other;
  return `\`${name}\` is ${write(readValue(delivery, value))}, and ${write(config[name])} in the configuration of the instance.`;
}

/** Characters of a value in a sentence. */
const mostCharacters = 100;

function write(value: unknown): string {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
