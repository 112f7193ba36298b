import { setMember } from "../parameters/typed-text.ts";
import type { Defaults, Validator } from "./operation.ts";

/** Plans and validators that plans of defaults refer to by name. */
export interface SharedDefaults {
  readonly plans: Readonly<Record<string, Defaults>>;
  /** The validators of component schemas. */
  readonly schemas: Readonly<Record<string, Validator | undefined>>;
}

/** Sets the members that an object does not have. Values are copied, so that requests never share one. */
export function putDefaults(
  target: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(target, name)) {
      setMember(target, name, copy(values[name]));
    }
  }
}

/**
 * Fills the document's defaults into a valid value, in place. It visits only members that both the plan and the value
 * have, so circular plans end with the value.
 */
export function fillDefaults(
  value: unknown,
  plan: Defaults | string,
  shared: SharedDefaults,
): void {
  const defaults = typeof plan === "string" ? shared.plans[plan] : plan;
  if (typeof value !== "object" || value === null || defaults === undefined) {
    return;
  }
  // Find the fitting alternatives first: after filling in defaults, the value might fit further ones.
  const fitting = (defaults.fitting ?? []).filter(
    (name) => shared.schemas[name]?.safeParse(value).success === true,
  );
  if (Array.isArray(value)) {
    fillItems(value, defaults, shared);
  } else {
    // Neither an array nor null, so it is a JSON object.
    const members = value as Record<string, unknown>;
    fillProperties(members, defaults, shared);
    fillTagged(members, defaults, shared);
  }
  for (const further of [...(defaults.all ?? []), ...fitting]) {
    fillDefaults(value, further, shared);
  }
}

function fillTagged(
  value: Record<string, unknown>,
  { tagged = [] }: Defaults,
  shared: SharedDefaults,
): void {
  for (const { property, values, plan } of tagged) {
    // The property is required, so its value comes from the request and is not a default.
    if (Object.hasOwn(value, property) && values.includes(value[property])) {
      fillDefaults(value, plan, shared);
    }
  }
}

function fillItems(value: readonly unknown[], defaults: Defaults, shared: SharedDefaults): void {
  if (defaults.items !== undefined) {
    for (const item of value) {
      fillDefaults(item, defaults.items, shared);
    }
  }
}

function fillProperties(
  value: Record<string, unknown>,
  defaults: Defaults,
  shared: SharedDefaults,
): void {
  const { properties = {}, additional } = defaults;
  for (const name of Object.keys(value)) {
    const plan = Object.hasOwn(properties, name) ? properties[name] : additional;
    if (plan !== undefined) {
      fillDefaults(value[name], plan, shared);
    }
  }
  if (defaults.values !== undefined) {
    putDefaults(value, defaults.values);
  }
}

function copy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
