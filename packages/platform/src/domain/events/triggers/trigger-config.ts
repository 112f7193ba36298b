import { fieldLines } from "@specwright/runtime/v1/schema";
import { isObject } from "@specwright/runtime/v1/values";
import { findFieldProblems } from "../../../applications/execution/arguments/validator.ts";
import type { TriggerDefinition } from "../../../applications/toolkits/types/trigger-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";

/** The configuration of an instance. */
export type TriggerConfig = Schemas["TriggerConfig"];

/**
 * Checks a configuration and adds the defaults of its type.
 *
 * @param place its place in the request, such as `body.trigger_config`
 * @throws PlatformError `Trigger_ConfigInvalid` with one line a field
 */
export function checkTriggerConfig(
  { record, configSchema }: Pick<TriggerDefinition, "record" | "configSchema">,
  place: string,
  config: TriggerConfig,
): TriggerConfig {
  const issues = findFieldProblems(configSchema, config);
  if (issues.length > 0) {
    throw new PlatformError("Trigger_ConfigInvalid", { errors: fieldLines(place, issues) });
  }
  const filled = fillDefaults(record.config, config);
  return isObject(filled) ? filled : config;
}

/**
 * Hashes a configuration: SHA-256 of its JSON with sorted members, so that equal configurations have equal hashes.
 * `interval` is left out, because an instance stays the same when only its interval changes.
 */
export function hashTriggerConfig(config: TriggerConfig): string {
  const { interval: _, ...rest } = config;
  return hashSha256(toCanonicalText(rest));
}

/** Adds the defaults of members, also inside given objects. */
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
