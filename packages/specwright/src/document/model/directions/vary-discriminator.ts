import { collectAppliedInPlace } from "../applied-parts.ts";
import { groupValuesBySchema } from "../mapped-values.ts";
import type { Discriminator, Schema } from "../model.ts";
import type { SchemaDraft } from "../schema-values.ts";

/** A variant that a discriminator may choose. */
export interface Choosable {
  readonly name: string;
  /** The whole schema, and its name. */
  readonly whole: Schema;
  readonly of: string;
  /** True when the schema alone decides which of its properties are kept out. */
  readonly isPlain: boolean;
}

/**
 * Makes the discriminator of a variant choose between variants. When its property is kept out, the discriminator is
 * dropped, because it could not choose any more. Its mapping is computed only after all variants are known.
 *
 * @param whole the schema that the draft is a variant of
 */
export function varyDiscriminator(
  draft: SchemaDraft,
  whole: Schema,
  keptOut: ReadonlySet<string>,
  choosable: () => readonly Choosable[],
): void {
  const { discriminator } = whole;
  if (discriminator === undefined || keptOut.has(discriminator.propertyName)) {
    delete draft.discriminator;
    return;
  }
  const { oneOf = [] } = draft;
  let mapping: ReadonlyMap<string, string> | undefined;
  draft.discriminator = {
    propertyName: discriminator.propertyName,
    get mapping() {
      mapping ??= varyMapping(discriminator, whole, oneOf, choosable());
      return mapping;
    },
  };
}

function varyMapping(
  { mapping }: Discriminator,
  whole: Schema,
  oneOf: readonly Schema[],
  choosable: readonly Choosable[],
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const { of, name, whole: other, isPlain } of choosable) {
    const isChild = other !== whole && collectAppliedInPlace(other, false).has(whole);
    if (isPlain && (isChild || groupValuesBySchema(mapping).has(of))) {
      renamed.set(of, name);
    }
  }
  const unchanged = new Set<string>();
  for (const [index, alternative] of (whole.oneOf ?? []).entries()) {
    const [from, to] = [alternative.ref?.name, oneOf[index]?.ref?.name];
    if (from !== undefined && to !== undefined && from !== to) {
      renamed.set(from, to);
    } else if (from !== undefined) {
      unchanged.add(from);
    }
  }
  const mapped = new Set(mapping.values());
  const varied = new Map<string, string>();
  for (const [value, name] of mapping) {
    const to = renamed.get(name) ?? (unchanged.has(name) ? name : undefined);
    if (to !== undefined) {
      varied.set(value, to);
    }
  }
  // A component that the mapping does not list is chosen by its own name (OpenAPI 3.1, section 4.8.25).
  for (const [name, to] of renamed) {
    if (!mapped.has(name)) {
      varied.set(name, to);
    }
  }
  return varied;
}
