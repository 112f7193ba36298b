import type { Diagnostic } from "../../../diagnostic.ts";
import { keyLocation } from "../../../document/model/location.ts";
import type { Model, Schema } from "../../../document/model/model.ts";
import { findReachableSchemas } from "../../../document/model/reachable-schemas.ts";
import { reportLoss } from "../../../loss.ts";
import {
  chooseKind,
  printKindType,
  type ValueKind,
  type ValueSettings,
} from "../typescript/value-kinds.ts";
import { findUndecided } from "./undecided-values.ts";
import { collectValueParts } from "./value-parts.ts";

/** Which values of a document are converted, and how. */
export interface ValuePlan {
  /** The conversion of each schema that has one, by its place. */
  readonly kinds: ReadonlyMap<string, ValueKind>;
  /** The types that programs see, by the same places. */
  readonly types: ReadonlyMap<string, string>;
  /** The module from which `Temporal` is imported. */
  readonly temporal: string;
  /** The places where no conversion can be decided. Their values stay as they are sent. */
  readonly losses: readonly Diagnostic[];
}

/**
 * Plans the conversions of a document. A schema is converted everywhere or nowhere, so that each has one type: where
 * another schema of the same value says something else about a place, and nothing decides between the two, its values
 * stay as they are sent.
 */
export function planValues(model: Model, settings: ValueSettings): ValuePlan {
  const temporal = settings["temporal-from"] ?? "temporal-polyfill";
  const all = collectValueParts([
    ...findReachableSchemas(model),
    ...model.components.schemas.values(),
  ]);
  const candidates = new Map<Schema, ValueKind>();
  for (const schema of all) {
    const kind = chooseKind(schema, settings);
    if (kind !== undefined) {
      candidates.set(schema, kind);
    }
  }
  const undecided = findUndecided(all, candidates);
  const places = new Set([...undecided].map(({ location }) => keyLocation(location)));
  const kinds = new Map(
    [...candidates]
      .map(([{ location }, kind]) => [keyLocation(location), kind] as const)
      .filter(([place]) => !places.has(place)),
  );
  return {
    kinds,
    types: new Map([...kinds].map(([place, kind]) => [place, printKindType(kind, temporal)])),
    temporal,
    losses: [...undecided].map(({ location, format }) =>
      reportLoss(location, "value-not-converted", {
        message: `The ${format} stays as it is sent, because nothing decides which schema its value has.`,
        fix: "Give the alternatives a property with a `const` each, or the same format at this place.",
      }),
    ),
  };
}
