import type { Direction, Schema } from "../model.ts";
import type { Links } from "../reachable-schemas.ts";
import type { Choosable } from "./vary-discriminator.ts";

/** The treatment of a property that is kept out of a direction, apart from no longer being required. */
export type KeptOutProperty =
  /** It may be there, and has to fit its schema then. */
  | "optional"
  /** A value that has it is wrong. */
  | "refused"
  /** It is not described. */
  | "omitted";

/** A schema that others refer to, as a direction has it. */
export interface NamedVariant extends Choosable {
  readonly schema: Schema;
}

/** The schemas of a document as one direction has them. */
export interface Variants {
  readonly direction: Direction;
  /** The schema as the direction has it: itself when it reaches nothing that is kept out. */
  readonly vary: (schema: Schema) => Schema;
  /** The variants that references lead to, in the order in which they were found. */
  readonly named: () => readonly NamedVariant[];
}

export interface VariantOptions {
  readonly direction: Direction;
  readonly keptOut: KeptOutProperty;
  /** True when schemas with optional defaults get a variant too, because their types differ. */
  readonly hasDefaults: boolean;
  /** Every schema that may have to be varied. */
  readonly schemas: ReadonlySet<Schema>;
  /** The schemas that lead to each schema. */
  readonly links: Links;
  /** Names that are taken; those of variants are added. */
  readonly taken: Set<string>;
}
