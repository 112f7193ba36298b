import type { Asked, ValidatorContext } from "./context.ts";
import type { Definition } from "./definitions.ts";
import { buildUnit } from "./unit.ts";

/** The printed text of a definition, from an earlier run if it is still valid. */
export function keepPrinted<Printed>(
  kind: string,
  definition: Definition,
  context: ValidatorContext,
  print: () => Printed,
): Printed {
  const { kept } = context;
  const unit = kept && buildUnit(definition, context);
  if (kept === undefined || unit === undefined) {
    return print();
  }
  // Operations may share a schema.
  const name = context.names.findPredicate(definition);
  return kept.of(
    `validators: ${kind} ${name}`,
    unit,
    () => withAsked(context, print),
    ({ asked }) => asked.every((again) => again(context)),
  ).printed;
}

/** Prints, and collects the requests that printing makes to other modules. */
function withAsked<Printed>(
  context: ValidatorContext,
  print: () => Printed,
): { readonly printed: Printed; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  context.asked = asked;
  try {
    return { printed: print(), asked };
  } finally {
    context.asked = undefined;
  }
}
