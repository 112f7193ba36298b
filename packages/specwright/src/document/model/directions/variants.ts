import type { Direction, Schema } from "../model.ts";
import type { Links } from "../reachable-schemas.ts";
import type { Choosable } from "./vary-discriminator.ts";

/** How a variant describes a property that is kept out. The property is never required. */
export type KeptOutProperty =
  /** The property may be present, and then has to fit its schema. */
  | "optional"
  /** A value with this property is invalid. */
  | "refused"
  /** It is not described. */
  | "omitted";

/** A referenced schema as it is in one direction. */
export interface NamedVariant extends Choosable {
  readonly schema: Schema;
}

/** The schemas of a document as they are in one direction. */
export interface Variants {
  readonly direction: Direction;
  /** The schema as it is in this direction. Returns the same schema when it reaches nothing that is kept out. */
  readonly vary: (schema: Schema) => Schema;
  /** The variants that references lead to, in the order in which they were found. */
  readonly listNamed: () => readonly NamedVariant[];
}

export interface VariantOptions {
  readonly direction: Direction;
  readonly keptOut: KeptOutProperty;
  /** True when schemas with optional defaults get a variant too, because their types differ. */
  readonly hasDefaults: boolean;
  /** The enums that this direction changes: `opened` accepts other values too, `closed` only the listed ones. */
  readonly enums: { readonly places: ReadonlySet<string>; readonly become: "opened" | "closed" };
  /** Every schema that may have to be varied. */
  readonly schemas: ReadonlySet<Schema>;
  /** The schemas that lead to each schema. */
  readonly links: Links;
  /** Names that are already in use. The names of variants are added to it. */
  readonly taken: Set<string>;
}
