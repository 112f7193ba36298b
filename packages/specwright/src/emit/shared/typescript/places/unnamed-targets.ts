import type { Model } from "../../../../document/model/model.ts";
import { countAnchors } from "../schema/type-dynamic.ts";
import type { TypeOptions } from "../type-options.ts";
import { findTypedPlaces, type TypedPlaces } from "./typed-places.ts";

/** The targets of references that do not name a component. */
export interface UnnamedTargets {
  /** The schemas that have a type, and their types. */
  readonly places: TypedPlaces;
  /** How many places have each `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, number>;
}

/** Of a document without such references. */
export const noTargets: UnnamedTargets = { places: new Map(), anchors: new Map() };

/** Finds the targets when they are first needed, because few documents have such references. */
export function searchTargets(model: Model, options: TypeOptions): UnnamedTargets {
  let places: TypedPlaces | undefined;
  let anchors: ReadonlyMap<string, number> | undefined;
  return {
    get places() {
      places ??= findTypedPlaces(model, options);
      return places;
    },
    get anchors() {
      anchors ??= countAnchors(model);
      return anchors;
    },
  };
}
