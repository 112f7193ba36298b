import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import {
  fits,
  indentDeeper,
  printArrayLiteral,
  printCall,
  printObjectLiteral,
} from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import type { EitherRecipe, ObjectRecipe, Recipe } from "./recipe.ts";

/** What printing a recipe needs, and collects. */
export interface RecipePrinting {
  /** The names of the factories of components. */
  readonly factories: ReadonlyMap<string, string>;
  /** The functions of the runtime that are called. */
  readonly used: Set<string>;
  /** The factories that are called. */
  readonly called: Set<string>;
}

/** A recipe as the expression of a maker. */
export function printMaker(recipe: Recipe, indent: string, printing: RecipePrinting): string {
  const use = (name: string): string => {
    printing.used.add(name);
    return name;
  };
  const print = (part: Recipe, at = indentDeeper(indent)): string => printMaker(part, at, printing);
  switch (recipe.kind) {
    case "none":
      throw new TypeError("A recipe that makes nothing is never printed.");
    case "plain":
      return use(recipe.name);
    case "literal":
      return printCall(use(recipe.name), recipe.values.map(printLiteral), indent);
    case "within":
      return printCall(
        use("fakeWithin"),
        [print(recipe.of), String(recipe.least), String(recipe.most)],
        indent,
      );
    case "object":
      return `(given, data) => ${printObjectCall(recipe, indent, printing)}`;
    case "map":
      return printCall(
        use("fakeMap"),
        [print(recipe.keys), print(recipe.values), String(recipe.least), String(recipe.most)],
        indent,
      );
    case "list":
    case "set": {
      const { kind, item, least, most } = recipe;
      const bounds = least === 0 && most === 3 ? [] : [String(least), String(most)];
      const name = use(kind === "list" ? "fakeList" : "fakeSet");
      return printCall(name, [print(item), ...bounds], indent);
    }
    case "tuple":
      return printCall(
        use("fakeTuple"),
        recipe.items.map((item) => print(item)),
        indent,
      );
    case "either":
      return printEither(recipe, indent, print, use);
    case "nullable":
      return `${use("fakeNullable")}(${print(recipe.of, indent)})`;
    case "factory": {
      const name = printing.factories.get(recipe.component);
      if (name === undefined) {
        throw new TypeError(`There is no factory for ${recipe.component}.`);
      }
      printing.called.add(name);
      return name;
    }
    default:
      return recipe satisfies never;
  }
}

/** The value of a recipe, in a function with the parameters `given` and `data`. */
export function printMade(recipe: Recipe, indent: string, printing: RecipePrinting): string {
  return recipe.kind === "object"
    ? printObjectCall(recipe, indent, printing)
    : `${printMaker(recipe, indent, printing)}(given, data)`;
}

function printObjectCall(
  { members }: ObjectRecipe,
  indent: string,
  printing: RecipePrinting,
): string {
  printing.used.add("fakeObject");
  const inside = indentDeeper(indent);
  const entries = [...members].map(
    ([name, { recipe }]) => `${escapePropertyKey(name)}: ${printMaker(recipe, inside, printing)}`,
  );
  const list = (isListed: (name: string) => boolean): readonly string[] | undefined => {
    const names = [...members.keys()].filter(isListed);
    return names.length === 0 ? undefined : names;
  };
  const options = {
    optional: list((name) => members.get(name)?.isOptional === true),
    readOnly: list((name) => members.get(name)?.keptOutOf === "request"),
    writeOnly: list((name) => members.get(name)?.keptOutOf === "response"),
  };
  const body = `fakeObject(given, data, ${printObjectLiteral(entries, indent)}`;
  return Object.values(options).some((names) => names !== undefined)
    ? `${body}, ${printOptions(options, indent)})`
    : `${body})`;
}

function printOptions(
  options: Readonly<Record<string, readonly string[] | undefined>>,
  indent: string,
): string {
  const line = printLiteral(options);
  if (fits(indent, "}, );", line)) {
    return line;
  }
  const inside = indentDeeper(indent);
  const members = Object.entries(options).flatMap(([name, names]) =>
    names === undefined
      ? []
      : [
          `${name}: ${printArrayLiteral(
            names.map((each) => printLiteral(each)),
            inside,
          )}`,
        ],
  );
  return printObjectLiteral(members, indent);
}

function printEither(
  { property, alternatives }: EitherRecipe,
  indent: string,
  print: (part: Recipe, at?: string) => string,
  use: (name: string) => string,
): string {
  const [only] = alternatives;
  if (property !== undefined) {
    const at = indentDeeper(indentDeeper(indent));
    const members = alternatives.map(
      ({ tag, recipe }) => `${escapePropertyKey(tag)}: ${print(recipe, at)}`,
    );
    const inside = indentDeeper(indent);
    return printCall(
      use("fakeTagged"),
      [printLiteral(property), printObjectLiteral(members, inside)],
      indent,
    );
  }
  return alternatives.length === 1 && only !== undefined
    ? print(only.recipe, indent)
    : printCall(
        use("fakeEither"),
        alternatives.map(({ recipe }) => print(recipe)),
        indent,
      );
}
