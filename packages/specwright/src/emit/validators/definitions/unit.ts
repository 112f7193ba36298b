import type { Unit } from "../../../kept.ts";
import { collectAppliedInPlace } from "../../../model/applied-parts.ts";
import { hasCombinations } from "../../../model/facts/keywords.ts";
import { findPossibleTypes } from "../../../model/facts/possible-types.ts";
import { refusesUnknownKeys } from "../../../model/facts/unknown-keys.ts";
import { writtenValues } from "../../../model/facts/written-values.ts";
import type { Schema } from "../../../model/model.ts";
import type { ValidatorContext } from "./context.ts";
import type { Definition } from "./definitions.ts";
import { emptyEnvironment } from "./environment.ts";
import { isNamedPart } from "./named-parts.ts";

/**
 * The data from which a definition is printed: its own keywords, its names, and for each target its name and the facts
 * that are known without visiting its parts. Undefined in dynamic scopes, where references may have other targets.
 */
export function buildUnit(definition: Definition, context: ValidatorContext): Unit | undefined {
  const { units, names } = context;
  if (units.has(definition)) {
    return units.get(definition);
  }
  const { schema, kind, environment, isRecursive, leads } = definition;
  const facts: unknown[] = [kind, names.findPredicate(definition), isRecursive];
  if (kind !== "operation") {
    facts.push(names.findConstant(definition));
  }
  for (const { target, schema: part } of leads) {
    const isName = isNamedPart(part, schema);
    facts.push(
      ...(isName ? listNameFacts(target, context) : listUseFacts(target, definition, context)),
    );
  }
  const unit: Unit | undefined =
    environment === emptyEnvironment ? [context.represent(schema), ...facts] : undefined;
  units.set(definition, unit);
  return unit;
}

/** The facts of a named target that a definition reads. */
function listNameFacts(target: Definition, { names }: ValidatorContext): unknown[] {
  const { kind, isRecursive, schema } = target;
  const constant = kind === "operation" ? "" : names.findConstant(target);
  return [names.findPredicate(target), constant, isRecursive, findPossibleTypes(schema)];
}

/** The facts of a target that a definition reads. */
function listUseFacts(target: Definition, user: Definition, context: ValidatorContext): unknown[] {
  const base = user.bases.get(target);
  return [
    buildFace(target, context),
    target.cycle === user.cycle,
    user.endless.has(target),
    ...(base === undefined || base === target
      ? [base === target]
      : listUseFacts(base, user, context)),
  ];
}

/**
 * The facts of a definition that other definitions read. The result is the same object as in the last run if none of
 * them changed.
 */
function buildFace(target: Definition, context: ValidatorContext): object | undefined {
  const { faces, kept, names, represent } = context;
  let face = faces.get(target);
  if (face === undefined) {
    const { schema } = target;
    const name = names.findPredicate(target);
    const facts = [
      ...listNameFacts(target, context),
      ...collectCircleFacts(target, context),
      ...collectValueFacts(schema, represent),
    ];
    face = kept?.of(`validators: face ${name}`, [represent(schema), ...facts], () => ({}));
    if (face !== undefined) {
      faces.set(target, face);
    }
  }
  return face;
}

/** The circles that a definition's references form. They determine which constants must be built first. */
function collectCircleFacts(target: Definition, { names }: ValidatorContext): unknown[] {
  const facts: unknown[] = [];
  const found = new Set([target]);
  // Iterating a set also visits the items that are added during the loop.
  for (const definition of found) {
    facts.push(names.findPredicate(definition), definition.isBase);
    for (const used of definition.usesInPlace) {
      facts.push(names.findPredicate(used), used.cycle === definition.cycle);
      found.add(used);
    }
    for (const endless of definition.endless) {
      const base = definition.bases.get(endless);
      facts.push("endless", names.findPredicate(endless), base && names.findPredicate(base));
    }
  }
  return facts;
}

/** The schemas that a value has to fit or may have to fit, and the kinds of their properties that are defined elsewhere. */
function collectValueFacts(schema: Schema, represent: ValidatorContext["represent"]): unknown[] {
  const facts: unknown[] = [];
  for (const part of collectAppliedInPlace(schema, true)) {
    facts.push(represent(part));
    for (const property of part.properties?.values() ?? []) {
      for (let kind: Schema | undefined = property; kind !== undefined; kind = kind.items) {
        if (kind.ref !== undefined || hasCombinations(kind)) {
          facts.push(
            findPossibleTypes(kind),
            refusesUnknownKeys(kind),
            ...findValueLists(kind).map(represent),
          );
        }
      }
    }
  }
  return facts;
}

/** The schemas behind one that list values. */
function findValueLists(schema: Schema): Schema[] {
  return [...collectAppliedInPlace(schema, true)].filter(
    (part) => writtenValues(part) !== undefined,
  );
}
