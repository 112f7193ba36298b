import { fieldLines } from "@specwright/runtime/v1/schema";
import type { Schemas } from "../../api-types.ts";
import { PlatformError } from "../../errors.ts";
import { fieldProblems } from "../../execution/arguments/validator.ts";
import { sha256 } from "../../secrets/hash.ts";
import type { TriggerDefinition } from "../../toolkits/types/trigger-types.ts";

/** The configuration of an instance. */
export type TriggerConfig = Schemas["TriggerConfig"];

/**
 * A configuration with the defaults of its type filled in.
 *
 * @param place where it stands in the request, such as `body.trigger_config`
 * @throws PlatformError `Trigger_ConfigInvalid` with one line a field
 */
export function checkTriggerConfig(
  { record, configSchema }: Pick<TriggerDefinition, "record" | "configSchema">,
  place: string,
  config: TriggerConfig,
): TriggerConfig {
  const issues = fieldProblems(configSchema, config);
  if (issues.length > 0) {
    throw new PlatformError("Trigger_ConfigInvalid", { errors: fieldLines(place, issues) });
  }
  const filled = fillDefaults(record.config, config);
  return isObject(filled) ? filled : config;
}

/**
 * The same for equal configurations: SHA-256 of its JSON with sorted members. `interval` is left out: an instance keeps
 * its identity when it is polled more often.
 */
export function hashTriggerConfig(config: TriggerConfig): string {
  const { interval: _, ...rest } = config;
  return sha256(toCanonicalText(rest));
}

/** Defaults of members, also of members inside of those that are given. */
function fillDefaults(schema: unknown, value: unknown): unknown {
  if (!isObject(schema) || !isObject(value) || !isObject(schema.properties)) {
    return value;
  }
  const filled: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, name)) {
      filled[name] = fillDefaults(member, value[name]);
    } else if (isObject(member) && Object.hasOwn(member, "default")) {
      filled[name] = member.default;
    }
  }
  return filled;
}

function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(toCanonicalText).join()}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts = members.map(([name, each]) => `${JSON.stringify(name)}:${toCanonicalText(each)}`);
  return `{${texts.join()}}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
