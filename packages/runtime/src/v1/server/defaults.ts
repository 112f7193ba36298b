import type { Defaults, Validator } from "./operation.ts";

/** The defaults that plans refer to by name. */
export interface SharedDefaults {
  readonly plans: Readonly<Record<string, Defaults>>;
  /** The validators of component schemas. */
  readonly schemas: Readonly<Record<string, Validator | undefined>>;
}

/** Puts a value under its name unless the object has one. The value is copied, so that no two requests share it. */
export function putDefaults(
  target: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(target, name)) {
      put(target, name, copy(values[name]));
    }
  }
}

/**
 * Fills the document's defaults into a valid value, in place. Only what the plan and the value both have is visited,
 * so circular plans end where the value ends.
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
  // Asked before anything is filled in: what is filled in might make another one fit.
  const fitting = (defaults.fitting ?? []).filter(
    (name) => shared.schemas[name]?.safeParse(value).success === true,
  );
  if (Array.isArray(value)) {
    fillItems(value, defaults, shared);
  } else {
    // Not an array and not null: what JSON calls an object.
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
    // The property is required, so the request has it and no default was put in its place.
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

/** `__proto__` becomes a member like any other: assigning it would change the prototype. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    target[name] = value;
  }
}

function copy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
