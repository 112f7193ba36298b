import { isRecording, isSame, noMemo, note, untracked } from "../../../memo.ts";
import type { Schema, SchemaReference } from "../../../model/model.ts";
import { forEachSubschema } from "../../../model/subschemas.ts";
import type { Place, ValidatorContext } from "./context.ts";
import type { Definition, Definitions } from "./definitions.ts";
import type { Environment } from "./environment.ts";
import type { ObjectFacts } from "./object-facts.ts";

/** What is printed of a part of the document, now or by an earlier run: see `Memo`. */
export function keptCode<Printed>(
  kind: string,
  key: object,
  inputs: () => readonly unknown[],
  context: ValidatorContext,
  print: () => Printed,
): Printed {
  return context.memo === noMemo
    ? print()
    : context.memo.of(`validators: ${kind}`, key, inputs(), print);
}

/** What printing a definition reads without noting it: its names, and which parts of it have a name of their own. */
export function definitionInputs(definition: Definition, context: ValidatorContext): unknown[] {
  const { definitions, names } = context;
  const { schema, kind, isRecursive, environment } = definition;
  return [
    kind,
    names.predicateOf(definition),
    kind === "operation" ? "" : names.constantOf(definition),
    isRecursive,
    ...objectsIn(schema).filter((part) => definitions.shared(part, environment) !== undefined),
  ];
}

const objects = new WeakMap<Schema, readonly Schema[]>();

/** The schemas with properties in a schema. */
function objectsIn(schema: Schema): readonly Schema[] {
  let found = objects.get(schema);
  if (found === undefined) {
    const all: Schema[] = [];
    forEachSubschema(schema, (part) => {
      if (part.properties !== undefined) {
        all.push(part);
      }
      all.push(...objectsIn(part));
    });
    found = all.length === 0 ? none : all;
    objects.set(schema, found);
  }
  return found;
}

const none: readonly Schema[] = [];

/** The definition that a reference leads to, with everything that printing reads of it noted. */
export function readReference(
  reference: SchemaReference,
  environment: Environment,
  place: Pick<Place, "context" | "definition">,
): Definition {
  const { definitions } = place.context;
  return isRecording()
    ? noteReference(reference, environment, place)
    : definitions.resolve(reference, environment);
}

/** Apart, because a function that holds closures is slower also when it makes none. */
function noteReference(
  reference: SchemaReference,
  environment: Environment,
  place: Pick<Place, "context" | "definition">,
): Definition {
  // What the schema says that it leads to is nothing that printing the reference reads.
  const target = untracked(() => place.context.definitions.resolve(reference, environment));
  noteUse(place, target, ({ resolve }) => resolve(reference, environment));
  return target;
}

/** The definition of a schema that is written out several times, noted likewise; undefined for all others. */
export function readShared(
  schema: Schema,
  environment: Environment,
  place: Pick<Place, "context" | "definition">,
): Definition | undefined {
  const target = place.context.definitions.shared(schema, environment);
  return target === undefined || !isRecording()
    ? target
    : noteShared(schema, environment, place, target);
}

/** Apart for the same reason. */
function noteShared(
  schema: Schema,
  environment: Environment,
  place: Pick<Place, "context" | "definition">,
  target: Definition,
): Definition {
  noteUse(place, target, ({ shared }) => shared(schema, environment));
  return target;
}

function noteUse(
  { context, definition }: Pick<Place, "context" | "definition">,
  target: Definition,
  find: (definitions: Definitions) => Definition | undefined,
): void {
  const { run } = context;
  const own = context.names.predicateOf(definition);
  const facts = factsOf(target, definition, context);
  note(() => {
    const user = run.context?.names.definitionOf(own);
    const now = run.context === undefined ? undefined : find(run.context.definitions);
    return (
      run.context !== undefined &&
      user !== undefined &&
      now !== undefined &&
      isSame(factsOf(now, user, run.context), facts)
    );
  });
}

function factsOf(
  target: Definition,
  definition: Definition,
  context: ValidatorContext,
): readonly unknown[] {
  const { names } = context;
  const base = definition.bases.get(target);
  return [
    target.kind === "operation" ? "" : names.constantOf(target),
    names.predicateOf(target),
    target.isRecursive,
    target.cycle === definition.cycle,
    definition.endless.has(target),
    ...(base === undefined || base === target ? [base] : factsOf(base, definition, context)),
  ];
}

/** Something that printing reads of another definition, noted so that it is read again of what has its name then. */
export function readTarget<Value>(
  target: Definition,
  context: ValidatorContext,
  read: (definition: Definition, context: ValidatorContext) => Value,
  isEqual: (left: Value, right: Value) => boolean = Object.is,
): Value {
  const value = untracked(() => read(target, context));
  if (isRecording()) {
    const name = context.names.predicateOf(target);
    const { run } = context;
    note(() => {
      const now = run.context?.names.definitionOf(name);
      return (
        run.context !== undefined && now !== undefined && isEqual(read(now, run.context), value)
      );
    });
  }
  return value;
}

/** Notes that a text was registered in the run, which gave it a name. */
export function noteName(
  name: string,
  context: ValidatorContext,
  register: (context: ValidatorContext) => string,
): void {
  if (isRecording()) {
    const { run } = context;
    note(() => run.context !== undefined && register(run.context) === name);
  }
}

/** Whether two objects can be extended in the same way. */
export function areSameFacts(left?: ObjectFacts, right?: ObjectFacts): boolean {
  return left === undefined || right === undefined
    ? left === right
    : left.isOpen === right.isOpen &&
        left.hasChecks === right.hasChecks &&
        isSame([...left.names], [...right.names]);
}
