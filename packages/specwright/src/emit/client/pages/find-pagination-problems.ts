import {
  findMembers,
  listItemSchemas,
  listMembers,
  mayBeList,
} from "../../../document/model/facts/find-members.ts";
import type { Operation, Pagination, Schema } from "../../../document/model/model.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listSuccesses } from "../../shared/bodies/successes.ts";

/** A mistake of a declaration. */
export interface PaginationProblem {
  /** The member of `x-pagination`, as documents write it. Undefined when it is missing. */
  readonly member?: string;
  readonly message: string;
  readonly fix: string;
}

/** The members that each type needs. */
const needed = {
  cursor: ["cursor"],
  page: ["page"],
  offset: ["offset"],
  link: [],
  url: ["next"],
} as const;

/** The members that name a place in the request, and those that name one in the answer. */
const requestPlaces = ["cursor", "page", "offset", "limit"] as const;
const answerPlaces = { next: "next", totalPages: "total_pages", total: "total", more: "more" };

/** With more names, a suggestion takes longer than it is worth. */
const maximumNames = 200;

/** Every mistake of a declaration: members that are missing, and places that the operation does not have. */
export function findPaginationProblems(
  operation: Operation,
  pagination: Pagination,
): readonly PaginationProblem[] {
  const { name } = operation;
  const { type } = pagination;
  const schemas = listAnswerSchemas(operation);
  const missing = needed[type]
    .filter((member) => pagination[member] === undefined)
    .map((member) => ({
      message: `\`x-pagination\` of \`${name}\` has the type \`${type}\` and no \`${member}\`.`,
      fix:
        member === "next"
          ? "Write the JSON Pointer of the next URL in the answer, such as /next."
          : `Write where the request has it, such as \`query.${member}\`.`,
    }));
  const isEndless =
    type === "cursor" && pagination.next === undefined && pagination.last === undefined;
  const nothing = isEndless
    ? [
        {
          message: `\`x-pagination\` of \`${name}\` does not say where an answer has the next cursor.`,
          fix: "Write `next`, its JSON Pointer in the answer, or `last`, its JSON Pointer in the last item.",
        },
      ]
    : [];
  const requested = requestPlaces.flatMap((member) =>
    checkRequestPlace(operation, member, pagination[member]),
  );
  const answered = Object.entries(answerPlaces).flatMap(([key, member]) =>
    // The keys of the table are members.
    checkAnswerPlace(name, member, pagination[key as keyof typeof answerPlaces], schemas),
  );
  const items = checkItems(name, pagination, schemas);
  return [...missing, ...nothing, ...requested, ...items, ...answered];
}

/** The schemas of the JSON that an operation answers with. Undefined for one that the document does not describe. */
export function listAnswerSchemas(operation: Operation): readonly (Schema | undefined)[] {
  return listSuccesses(operation).flatMap(([, { content }]) =>
    content
      .filter(({ mediaType }) => classifyMediaType(mediaType) === "json")
      .map(({ schema }) => schema),
  );
}

function checkRequestPlace(
  operation: Operation,
  member: string,
  place: string | undefined,
): readonly PaginationProblem[] {
  if (place === undefined) {
    return [];
  }
  const { name, requestBody, parameters } = operation;
  const [, location = "", rest = ""] = /^([^.]*)\.(.+)$/s.exec(place) ?? [];
  const places = parameters.map(({ value }) => `${value.in}.${value.name}`);
  const bodies = requestBody?.value.content ?? [];
  const isThere =
    location === "body"
      ? bodies.some(({ schema }) => findMembers(schema, rest.split("."))?.length !== 0)
      : places.includes(place);
  if (isThere) {
    return [];
  }
  const message = `\`${name}\` has no \`${place}\`, which \`${member}\` of its \`x-pagination\` names.`;
  const fix = `${askDidYouMean(place, places)}Write \`query.<name>\` for a parameter, or \`body.<name>\` for a member of the body.`;
  return [{ member, message, fix }];
}

function checkAnswerPlace(
  name: string,
  member: string,
  pointer: string | undefined,
  schemas: readonly (Schema | undefined)[],
): readonly PaginationProblem[] {
  if (pointer === undefined) {
    return [];
  }
  if (!isPointer(pointer)) {
    return [reportPointer(name, member, pointer)];
  }
  const path = parsePointer(pointer);
  if (isAnyOf(schemas, (schema) => findMembers(schema, path)?.length !== 0)) {
    return [];
  }
  const around = schemas.flatMap((schema) => findMembers(schema, path.slice(0, -1)) ?? []);
  const names = around.flatMap((schema) => [...listMembers(schema).keys()]).slice(0, maximumNames);
  const message = `The answer of \`${name}\` has nothing at \`${pointer}\`, which \`${member}\` of its \`x-pagination\` names.`;
  const fix = `${askDidYouMean(path.at(-1) ?? "", names)}Write a JSON Pointer to a member that the answer has, or describe the member.`;
  return [{ member, message, fix }];
}

function checkItems(
  name: string,
  { items, last }: Pagination,
  schemas: readonly (Schema | undefined)[],
): readonly PaginationProblem[] {
  const found = checkAnswerPlace(name, "items", items, schemas);
  if (found.length > 0) {
    return found;
  }
  const lists = schemas.map((schema) => findMembers(schema, parsePointer(items)));
  if (!isAnyOf(lists, (list) => list?.some(mayBeList) ?? true)) {
    const message = `The answer of \`${name}\` has ${items === "" ? "another value than" : `at \`${items}\` something other than`} a list, which \`items\` of its \`x-pagination\` names.`;
    const fix =
      "Write the JSON Pointer of the list: /data, or an empty text when the answer is it.";
    return [{ member: "items", message, fix }];
  }
  const elements = lists.flatMap((list) => list ?? []).flatMap(listItemSchemas);
  return checkAnswerPlace(name, "last", last, elements);
}

function reportPointer(name: string, member: string, pointer: string): PaginationProblem {
  return {
    member,
    message: `\`${pointer}\` in \`x-pagination\` of \`${name}\` is not a JSON Pointer.`,
    fix: `Write /${pointer.replaceAll(".", "/")}, for example.`,
  };
}

/** RFC 6901. */
function isPointer(text: string): boolean {
  return text === "" || text.startsWith("/");
}

/** Without a description of the answer, everything may be in it. */
function isAnyOf<T>(all: readonly T[], fits: (each: T) => boolean): boolean {
  return all.length === 0 || all.some(fits);
}
