import { isObject } from "@specwright/runtime/v1/values";
import type { Operation } from "../../document/model/model.ts";
import { decodePercent } from "../../text/decode-percent.ts";
import { readJson } from "../answers/read-json.ts";
import type { HttpAnswer } from "../requests/send.ts";
import { listPathParameters, reducePathToShape } from "../things/known-things.ts";

/**
 * The id of the thing that a response describes, for the last parameter of a path. It is a member of the body, or the
 * last segment of `Location`.
 */
export function findId(answer: HttpAnswer, one: Operation): string | number | undefined {
  return readId(readJson(answer), one) ?? findIdInLocation(answer.headers.get("location"), one);
}

/**
 * The same for a value: the member with the parameter's name, or with the last word of that name, such as `id` for
 * `petId`.
 */
export function readId(value: unknown, one: Operation): string | number | undefined {
  const name = listPathParameters(one).at(-1)?.name ?? "id";
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/);
  const wanted = [...new Set([words.join(""), words.at(-1) ?? "", "id"])];
  const objects = isObject(value) ? [value, ...Object.values(value).filter(isObject)] : [];
  for (const object of objects) {
    for (const word of wanted) {
      const [found] = Object.entries(object).filter(
        ([key, member]) => isId(member) && key.replace(/[_-]/g, "").toLowerCase() === word,
      );
      if (found !== undefined && isId(found[1])) {
        return found[1];
      }
    }
  }
  return undefined;
}

function isId(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

function findIdInLocation(location: string | null, one: Operation): string | undefined {
  const segments = location?.split(/[?#]/, 1)[0]?.split("/") ?? [];
  const own = reducePathToShape(one.path).split("/");
  const before = own.at(-2);
  const isOfThing = before === undefined || before === "{}" || segments.at(-2) === before;
  const last = segments.at(-1);
  return isOfThing && last !== undefined && last !== "" ? decodePercent(last) : undefined;
}
