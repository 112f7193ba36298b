import { dropUndefined } from "../../../defined.ts";
import { listMembers } from "../../../document/model/facts/find-members.ts";
import type { WrittenPagination } from "../../../document/model/facts/pagination-members.ts";
import type { Operation } from "../../../document/model/model.ts";
import {
  findPaginationProblems,
  listAnswerSchemas,
} from "../../../emit/client/pages/find-pagination-problems.ts";
import { listSuccesses } from "../../../emit/shared/bodies/successes.ts";
import { type KnownKind, knownNames, simplifyName } from "./known-names.ts";
import { type PagedAnswer, readPagedAnswer } from "./read-answer.ts";

/** A declaration for an operation, and what it was recognised by. */
export interface RecognisedPagination {
  readonly pagination: WrittenPagination;
  /** Parts of the operation, as in "the parameter `page`". */
  readonly reason: string;
}

/** Places in a request, such as `query.page`, by what they are for. */
type Places = Readonly<Partial<Record<KnownKind, string>>>;

type Propose = (
  places: Places,
  answer: PagedAnswer,
  operation: Operation,
) => RecognisedPagination | undefined;

/**
 * Recognises how an operation is paged, by the names of its parameters and of the members of its answer. Undefined for an
 * operation that has `x-pagination`, that is not read with GET or by a search with POST, or that has no clear list.
 */
export function proposePagination(operation: Operation): RecognisedPagination | undefined {
  const { method, extensions } = operation;
  const [schema] = listAnswerSchemas(operation);
  if (schema === undefined || extensions.has("x-pagination") || !/^(?:get|post)$/.test(method)) {
    return undefined;
  }
  const answer = readPagedAnswer(schema.ref?.target ?? schema);
  if (answer === undefined) {
    return undefined;
  }
  const places = method === "get" ? listQueryPlaces(operation) : listBodyPlaces(operation);
  const styles = method === "get" ? allStyles : [proposeCursor, proposeLastItem];
  for (const propose of styles) {
    const found = propose(places, answer, operation);
    if (found !== undefined && fits(operation, found.pagination)) {
      return found;
    }
  }
  return undefined;
}

function fits(operation: Operation, written: WrittenPagination): boolean {
  const { type = "link", items = "", total_pages: totalPages, ...rest } = written;
  const pagination = { ...dropUndefined({ totalPages }), ...rest, type, items };
  return findPaginationProblems(operation, pagination).length === 0;
}

const proposeCursor: Propose = ({ cursorParameters: cursor, ...places }, answer) => {
  const { items, cursor: next, more } = answer;
  return cursor === undefined || next === undefined
    ? undefined
    : {
        pagination: declare({ type: "cursor", cursor, next, more, items }, places),
        reason: `${nameParameters(cursor)} and the member \`${next}\` of the answer`,
      };
};

const proposeLastItem: Propose = ({ lastItemParameters: cursor, ...places }, answer) => {
  const { items, hasIds, more } = answer;
  return cursor === undefined || more === undefined || !hasIds
    ? undefined
    : {
        pagination: declare({ type: "cursor", cursor, last: "/id", more, items }, places),
        reason: `${nameParameters(cursor)}, the member \`${more}\` of the answer and the \`id\` of its items`,
      };
};

const proposeUrl: Propose = (places, { items, url: next }) =>
  next === undefined
    ? undefined
    : {
        pagination: declare({ type: "url", next, items }, places),
        reason: `the URL at \`${next}\` in the answer`,
      };

const proposeLink: Propose = (places, { items }, operation) => {
  const headers = listSuccesses(operation).flatMap(([, response]) => [...response.headers.keys()]);
  return headers.some((name) => name.toLowerCase() === "link")
    ? {
        pagination: declare({ type: "link", items }, places),
        reason: "the header `Link` of the answer",
      }
    : undefined;
};

/** `start` and `skip` alone have other meanings, too. */
const proposeOffset: Propose = ({ offsetParameters: offset, ...places }, answer) => {
  const { items, total, more } = answer;
  const { limitParameters: limit } = places;
  return offset === undefined || (limit ?? total ?? more) === undefined
    ? undefined
    : {
        pagination: declare({ type: "offset", offset, total, more, items }, places),
        reason: nameParameters(offset, limit),
      };
};

const proposePage: Propose = ({ pageParameters: page, ...places }, answer) => {
  const { items, totalPages, more } = answer;
  return page === undefined
    ? undefined
    : {
        pagination: declare({ type: "page", page, total_pages: totalPages, more, items }, places),
        reason: nameParameters(page, places.limitParameters),
      };
};

/** What says most goes first: a cursor can be stored, a URL is made by the server, and numbers miss items that move. */
const allStyles = [
  proposeCursor,
  proposeLastItem,
  proposeUrl,
  proposeLink,
  proposeOffset,
  proposePage,
];

function declare(
  members: { readonly [Member in keyof WrittenPagination]: WrittenPagination[Member] | undefined },
  { limitParameters: limit }: Places,
): WrittenPagination {
  return dropUndefined({ ...members, limit });
}

function nameParameters(...places: readonly (string | undefined)[]): string {
  const names = places.flatMap((place) => (place === undefined ? [] : [`\`${place}\``]));
  return `the parameter${names.length === 1 ? "" : "s"} ${names.join(" and ")}`;
}

function listQueryPlaces({ parameters }: Operation): Places {
  return choosePlaces(
    parameters
      .map(({ value }) => value)
      .filter((parameter) => parameter.in === "query")
      .map(({ name }) => [name, `query.${name}`] as const),
  );
}

function listBodyPlaces({ requestBody }: Operation): Places {
  const [schema] = (requestBody?.value.content ?? []).flatMap((content) => content.schema ?? []);
  const members = schema === undefined ? [] : [...listMembers(schema).keys()];
  const flat = members.filter((name) => !name.includes("."));
  return choosePlaces(flat.map((name) => [name, `body.${name}`] as const));
}

function choosePlaces(names: readonly (readonly [string, string])[]): Places {
  const simple = new Map(names.map(([name, place]) => [simplifyName(name), place]));
  const entries = Object.entries(knownNames).flatMap(([kind, list]) => {
    const found = list.find((name) => simple.has(name));
    return found === undefined ? [] : [[kind, simple.get(found)]];
  });
  return Object.fromEntries(entries) as Places; // The keys are those of the table.
}
