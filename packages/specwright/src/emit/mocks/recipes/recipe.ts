import type { Schema } from "../../../document/model/model.ts";

/** The makers of the runtime that take no arguments of their own. */
export type PlainMaker =
  | "fakeBoolean"
  | "fakeCity"
  | "fakeCompany"
  | "fakeCountry"
  | "fakeDate"
  | "fakeDateTime"
  | "fakeDuration"
  | "fakeEmail"
  | "fakeFirstName"
  | "fakeFullName"
  | "fakeHex"
  | "fakeHostname"
  | "fakeIpv4"
  | "fakeIpv6"
  | "fakeLastName"
  | "fakePhone"
  | "fakePostalCode"
  | "fakeSentence"
  | "fakeState"
  | "fakeStreet"
  | "fakeTime"
  | "fakeUrl"
  | "fakeUsername"
  | "fakeUuid"
  | "fakeWord"
  | "fakeWords";

/** The functions of the runtime whose arguments are literals. */
export type LiteralMaker = "fakeInteger" | "fakeLike" | "fakeNumber" | "fakeOneOf";

/**
 * How values of a schema are made, as plain data: it is carried out while the document is generated, to see whether the
 * values fit, and printed as code. Parts that do not work are removed in place.
 */
export type Recipe =
  /** No value can be made. */
  | { readonly kind: "none" }
  | { readonly kind: "plain"; readonly name: PlainMaker }
  | {
      readonly kind: "literal";
      readonly name: LiteralMaker;
      readonly values: readonly unknown[];
    }
  | { readonly kind: "within"; readonly of: Recipe; readonly least: number; readonly most: number }
  | ObjectRecipe
  | {
      readonly kind: "map";
      readonly keys: Recipe;
      readonly values: Recipe;
      readonly least: number;
      readonly most: number;
    }
  | {
      readonly kind: "list" | "set";
      readonly item: Recipe;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: "tuple"; readonly items: readonly Recipe[] }
  | EitherRecipe
  | { readonly kind: "nullable"; readonly of: Recipe }
  /** A value of a component. */
  | { readonly kind: "factory"; readonly component: string };

/** The recipe of an object. */
export interface ObjectRecipe {
  readonly kind: "object";
  readonly members: Map<string, MemberRecipe>;
}

/** The recipe of a member of an object. */
export interface MemberRecipe {
  readonly recipe: Recipe;
  readonly isOptional: boolean;
  /** The only direction in which the member is left out. */
  readonly keptOutOf?: "request" | "response";
}

/** One alternative: the value of the property that names it, or an empty text, and its own schema. */
export interface AlternativeRecipe {
  readonly tag: string;
  readonly recipe: Recipe;
  readonly schema: Schema;
}

/** One of several recipes, each with the value of the property that names it if there is such a property. */
export interface EitherRecipe {
  readonly kind: "either";
  readonly property?: string;
  readonly alternatives: AlternativeRecipe[];
  /** The schemas that all of its values have to fit. */
  readonly schemas: readonly Schema[];
}

/** No value. */
export const noRecipe: Recipe = { kind: "none" };
