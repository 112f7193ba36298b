import type { Model } from "../../../../document/model/model.ts";
import type { TypeOptions } from "../type-options.ts";
import { nameAnchored } from "./dynamic-targets.ts";
import { findTypedPlaces, type TypedPlaces } from "./typed-places.ts";

/** The targets of references that do not name a component. */
export interface UnnamedTargets {
  /** The schemas that have a type, and their types. */
  readonly places: TypedPlaces;
  /** The names of the components that have a `$dynamicAnchor`, by their places. */
  readonly anchored: ReadonlyMap<string, string>;
}

/** Of a document without such references. */
export const noTargets: UnnamedTargets = { places: new Map(), anchored: new Map() };

/** Finds the targets when they are first needed, because few documents have such references. */
export function searchTargets(model: Model, options: TypeOptions): UnnamedTargets {
  let places: TypedPlaces | undefined;
  let anchored: ReadonlyMap<string, string> | undefined;
  return {
    get places() {
      places ??= findTypedPlaces(model, options);
      return places;
    },
    get anchored() {
      anchored ??= nameAnchored(model);
      return anchored;
    },
  };
}
