import { isEqual, isObject } from "@specwright/runtime/v1/values";
import { followSchemaReferences } from "../../document/model/behind-references.ts";
import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { Operation, Parameter } from "../../document/model/model.ts";
import type { Case } from "../case.ts";
import type { HttpAnswer } from "../requests/send.ts";
import type { Problem } from "./judge-answer.ts";
import { readJson } from "./read-json.ts";

/** Usual names of the parameter that limits the number of items in a response. */
const limits = /^(?:limit|per_?page|page_?size|max_?results|page_?limit)$/i;

/**
 * Checks the items of a list against the parameters that clearly limit or filter them. These are a limit with a usual
 * name, and a parameter that has listed values or is a boolean and has the name of a property of the items.
 */
export function judgeParameters(
  { operation, parameters, expected }: Case,
  answer: HttpAnswer,
): readonly Problem[] {
  const items =
    expected === "success" && answer.status === 200 ? findItems(operation, answer) : undefined;
  if (items === undefined) {
    return [];
  }
  return [...parameters].flatMap(([parameter, value]) => {
    if (parameter.in !== "query") {
      return [];
    }
    if (limits.test(parameter.name) && typeof value === "number") {
      return items.length <= value
        ? []
        : [
            describeParameterProblem(
              `\`${parameter.name}\` is ${value}, and the answer has more items`,
            ),
          ];
    }
    const isOther =
      isFilter(parameter) && items.some((item) => differs(item, parameter.name, value));
    return isOther
      ? [
          describeParameterProblem(
            `\`${parameter.name}\` is ${JSON.stringify(value)}, and the answer has other items`,
          ),
        ]
      : [];
  });
}

function describeParameterProblem(message: string): Problem {
  return { check: "parameter-ignored", message };
}

/** Names of parameters that select things by their ids. */
const ids = /(?:^|_)ids?$|[a-z]Ids?$/;

function isFilter({ name, schema }: Parameter): boolean {
  const target = followSchemaReferences(schema) ?? schema;
  const isClosed =
    writtenValues(target) !== undefined || target.types?.includes("boolean") === true;
  return isClosed || ids.test(name);
}

/** Returns whether an item has a value that the filter should have excluded. The parameter `ids` filters by `id`. */
function differs(item: unknown, name: string, value: unknown): boolean {
  const property = Array.isArray(value) ? name.replace(/s$/, "") : name;
  if (!isObject(item) || !Object.hasOwn(item, property)) {
    return false;
  }
  const own = item[property];
  const allowed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    allowed.length > 0 &&
    allowed.every((each) => typeof each === typeof own && typeof each !== "object") &&
    !allowed.some((each) => isEqual(each, own))
  );
}

/**
 * The items of a list: the response itself, the property that `x-pagination` names, or its only property that is an
 * array.
 */
export function findItems(
  { pagination }: Operation,
  answer: HttpAnswer,
): readonly unknown[] | undefined {
  const value = readJson(answer);
  if (Array.isArray(value)) {
    return value;
  }
  if (!isObject(value)) {
    return undefined;
  }
  const named = pagination === undefined ? undefined : value[pagination.items.replace(/^\//, "")];
  const lists = named === undefined ? Object.values(value).filter(Array.isArray) : [named];
  const [only] = lists;
  return lists.length === 1 && Array.isArray(only) ? only : undefined;
}
