import * as z from "zod";
import type { GeneratedGroup } from "./generated-suite.ts";
import type { Validators } from "./load-validators.ts";
import { runValidators } from "./load-validators.ts";
import type { Group } from "./suite.ts";

/** The generated forms of one schema. */
export interface Forms {
  readonly Root: z.ZodType | undefined;
  readonly isRoot: ((value: unknown) => boolean) | undefined;
}

/** The forms of a schema, all of which must give the same verdict. */
export const forms: Readonly<Record<string, (generated: Forms) => (value: unknown) => boolean>> = {
  "the schema":
    ({ Root }) =>
    (value) =>
      passes(Root, value),
  "the predicate":
    ({ isRoot }) =>
    (value) =>
      isRoot?.(value) === true,
  "without any predicate":
    ({ Root }) =>
    (value) =>
      passes(Root, value),
  "after .meta({})": ({ Root }) => {
    const derived = Root?.meta({});
    return (value) => passes(derived, value);
  },
  "after .refine()": ({ Root }) => {
    const derived = Root?.refine(() => true);
    return (value) => passes(derived, value);
  },
  "after .extend({})": ({ Root }) => {
    const derived = Root instanceof z.ZodObject ? Root.extend({}) : Root;
    return (value) => passes(derived, value);
  },
  "in an object": ({ Root }) => {
    const derived = z.object({ a: Root ?? z.never() });
    return (value) => passes(derived, { a: value });
  },
  "in an array": ({ Root }) => {
    const derived = z.array(Root ?? z.never());
    return (value) => passes(derived, [value]);
  },
  "in a union": ({ Root }) => {
    const derived = z.union([z.undefined(), Root ?? z.never()]);
    return (value) => passes(derived, value);
  },
};

function passes(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success === true;
}

/** A group of the suite, and the verdict of its generated validators. */
export interface Judge {
  readonly group: Group;
  readonly verdict: (value: unknown) => boolean;
}

/** The verdicts of every group, in one form. */
export function createSuiteJudges(generated: readonly GeneratedGroup[], form: string): Judge[] {
  return loadGroups(generated, form !== "without any predicate").map(
    ({ group, validators, component }) => {
      const { schemas, predicates } = validators;
      const Root = schemas[component];
      const isRoot = predicates[`is${component}`];
      return { group, verdict: forms[form]?.({ Root, isRoot }) ?? (() => !group) };
    },
  );
}

/** The validators of each group. Groups of the same output share them. */
export function loadGroups(
  generated: readonly GeneratedGroup[],
  usesPredicates: boolean,
): (Omit<GeneratedGroup, "files"> & { readonly validators: Validators })[] {
  const known = new Map<unknown, Validators>();
  return generated.map(({ files, ...group }) => {
    const validators = known.get(files) ?? runValidators(files, usesPredicates);
    known.set(files, validators);
    return { ...group, validators };
  });
}
