import { printUnit, type Unit } from "../../units/kept.ts";
import type { PrintContext, ValidatorContext } from "./context.ts";
import type { Definition } from "./definitions.ts";
import { emptyEnvironment } from "./environment.ts";
import { type Asked, type GivenNames, openUnit } from "./open-unit.ts";
import { type DefinitionUnit, planDefinitionUnit } from "./unit.ts";

/** Prints a definition. It reads nothing else. */
export type PrintDefinition<Form, Printed> = (
  definition: Definition,
  context: PrintContext,
  form: Form,
) => Printed;

/**
 * The printed text of a definition, from an earlier run if its unit has the same content. Definitions in dynamic scopes,
 * and those that need functions for evaluated properties, are printed in every run.
 *
 * @param form what distinguishes the texts of the same definition and kind
 */
export function keepDefinition<Form, Printed>(
  kind: string,
  definition: Definition,
  context: ValidatorContext,
  form: Form,
  print: PrintDefinition<Form, Printed>,
): Printed {
  const { kept, names, units, texts } = context;
  if (kept === undefined || definition.environment !== emptyEnvironment) {
    return print(definition, context, form);
  }
  const known = texts?.get(definition);
  // The same call printed this text, so it has the right type.
  const before = known?.get(kind) as PrintedUnit<Printed> | undefined;
  if (before !== undefined && nameAsked(before.asked, context) === undefined) {
    return before.text;
  }
  const unit = units.get(definition) ?? planDefinitionUnit(definition, context);
  units.set(definition, unit);
  const name = `validators: ${kind} ${names.findPredicate(definition)}`;
  let given: GivenNames | undefined = { constants: new Map(), inner: new Map() };
  for (let attempt = 0; ; attempt += 1) {
    const printed: PrintedUnit<Printed> = printUnit(
      attempt === 0 ? name : `${name} ${attempt}`,
      { unit, form, given },
      (each: TextUnit<Form>) => printTextUnit(each, print),
      context,
    );
    given = printed.isLeft ? undefined : nameAsked(printed.asked, context);
    if (printed.isLeft) {
      return print(definition, context, form);
    }
    if (given === undefined) {
      known?.set(kind, printed);
      return printed.text;
    }
  }
}

interface TextUnit<Form> extends Unit {
  readonly unit: DefinitionUnit;
  readonly form: Form;
  readonly given: GivenNames;
}

interface PrintedUnit<Printed> {
  readonly text: Printed;
  readonly asked: Asked;
  readonly isLeft: boolean;
}

function printTextUnit<Form, Printed>(
  { unit, form, given }: TextUnit<Form>,
  print: PrintDefinition<Form, Printed>,
): PrintedUnit<Printed> {
  const { definition, context, asked, isLeft } = openUnit(unit, given);
  const text = print(definition, context, form);
  return { text, asked, isLeft: isLeft() };
}

/**
 * Names what a text needs, in the order in which it asked. Undefined when it already has these names. Functions contain
 * names of constants and of other functions, so the names after a wrong one are not asked for yet.
 */
function nameAsked(
  asked: Asked,
  { constants, inner }: Pick<ValidatorContext, "constants" | "inner">,
): GivenNames | undefined {
  const given = { constants: new Map<string, string>(), inner: new Map<string, string>() };
  let isRight = true;
  for (const { words, name } of asked.constants) {
    const right = constants.name(...words);
    given.constants.set(words[0], right);
    isRight &&= right === name;
  }
  for (const { words, name } of isRight ? asked.inner : []) {
    const right = inner.name(...words);
    given.inner.set(words[1], right);
    if (right !== name) {
      return given;
    }
  }
  return isRight ? undefined : given;
}
