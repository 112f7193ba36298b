import { refines } from "../../../document/model/facts/refines.ts";
import type { Schema } from "../../../document/model/model.ts";
import type { Place } from "../definitions/context.ts";
import type { Part } from "./zod-parts.ts";
import { findPartFacts, findSoleOwnPart, planDefinition } from "./zod-plan.ts";

/** At most this many parts are tried as the base that the others extend. */
const maximumStarts = 20;

/** Finds the object that most of the other parts can extend, and returns it with these parts. Of several, the first. */
export function findLargestBase(
  usable: readonly Part[],
  place: Place,
): readonly Part[] | undefined {
  const objects = usable.filter((part) => findPartFacts(part, place) !== undefined);
  const named = objects.filter((part) => findPartFacts(part, place)?.names.size !== 0);
  const [first = objects[0], ...others] = named;
  if (first === undefined) {
    return undefined;
  }
  // Checks are better read at the end.
  const starts = others.filter((part) => findPartFacts(part, place)?.hasChecks === false);
  let largest: readonly Part[] | undefined;
  for (const start of [first, ...starts].slice(0, maximumStarts)) {
    const base = [start, ...chooseExtensions(start, objects, place)];
    largest = largest === undefined || base.length > largest.length ? base : largest;
    if (largest.length === objects.length) {
      break;
    }
  }
  return largest;
}

/** The objects whose properties can be added to another object without changing the meaning of either. */
function chooseExtensions(start: Part, usable: readonly Part[], place: Place): Part[] {
  const facts = findPartFacts(start, place);
  // The part that each property is from.
  const sources = new Map([...(facts?.names ?? [])].map((name) => [name, start]));
  return usable.filter((part) => {
    const added = part === start ? undefined : findPartFacts(part, place);
    if (
      added === undefined ||
      facts?.isOpen !== true ||
      !added.isOpen ||
      added.hasChecks ||
      ![...added.names].every((name) => mayOverwrite(part, sources.get(name), name, place))
    ) {
      return false;
    }
    for (const name of added.names) {
      sources.set(name, part);
    }
    return true;
  });
}

/** Returns whether an object's property implies the property of the same name that it would replace. */
function mayOverwrite(part: Part, present: Part | undefined, name: string, place: Place): boolean {
  if (present === undefined) {
    return true;
  }
  // Zod does not allow overwriting properties of an object that has checks.
  const general =
    findPartFacts(present, place)?.hasChecks === false ? findOwnSchema(present, place) : undefined;
  const schema = general === undefined ? undefined : findOwnSchema(part, place);
  const property = schema?.properties?.get(name);
  const replaced = general?.properties?.get(name);
  const isRequired = schema?.required?.includes(name) === true;
  return (
    property !== undefined &&
    replaced !== undefined &&
    (isRequired || general?.required?.includes(name) !== true) &&
    refines(property, replaced)
  );
}

/** The schema whose properties a part has. Undefined when the properties come from several schemas. */
function findOwnSchema(part: Part, place: Place): Schema | undefined {
  switch (part.kind) {
    case "own":
      return part.schema;
    case "plan":
      return findSoleOwnPart(part.plan)?.schema;
    case "reference":
      return findSoleOwnPart(planDefinition(part.target, place.context))?.schema;
    case "union":
      return undefined;
    default:
      return part satisfies never;
  }
}
