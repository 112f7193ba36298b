import { toSingular } from "./singular.ts";

/** What an operation does, as its method and path tell. */
export interface PathAction {
  /** `list`, `get`, `create`, `update`, `delete`, or the verb with which a path ends, as in `POST /flows/{id}/cancel`. */
  readonly verb: string;
  /** The things in the path, the last one at the end: `["repo", "issues"]`. */
  readonly nouns: readonly string[];
  /** The parameter that names one of several things: `slug` in `GET /flows/slug/{slug}`. */
  readonly by?: string;
}

/** Verbs with which paths end. */
const verbs = new Set(
  (
    "accept acknowledge activate add apply approve archive assign attach authorize ban block bulk cancel check claim clear clone " +
    "close commit compare complete confirm convert copy create deactivate decline delete deploy destroy detach disable " +
    "disconnect dismiss dispatch download duplicate enable evaluate execute export extend finish follow fork generate get " +
    "grant import increment decrement insert invite join leave link list lock login logout mark merge move mute pause ping " +
    "preview promote publish purge read reactivate reboot refresh register regenerate reject release remove rename renew " +
    "reopen reorder replace request rerun reschedule reset resend resolve restart restore resume retry revert revoke rollback " +
    "rotate run save schedule search send set share sign simulate snooze start stop submit subscribe suspend sync test " +
    "touch transfer trigger unarchive unassign unban unblock unfollow unlink unlock unmute unpublish unsubscribe update " +
    "upgrade upload validate verify vote"
  ).split(" "),
);

/** Ends of paths with which a POST reads. */
const readings: Readonly<Record<string, string>> = {
  filter: "list",
  paginate: "list",
  list: "list",
  search: "search",
  query: "query",
  lookup: "search",
  count: "count",
};

/** Segments before the first thing, such as `api` and `v2`. */
const prefix = /^(?:api|apis|rest|public|v\d+(?:[._]\d+)*(?:(?:alpha|beta)\d*)?)$/i;

interface Segment {
  readonly words: readonly string[];
  readonly isParameter: boolean;
}

/** Reads an operation's action from its method and path: `PATCH /v1/users/{id}` updates a user. */
export function readPathAction(method: string, path: string): PathAction {
  const segments = splitPath(path);
  const last = segments.at(-1);
  const things = segments.flatMap(({ words, isParameter }, index) => {
    const isOne = segments[index + 1]?.isParameter === true;
    return isParameter
      ? []
      : [{ text: isOne ? toSingular(words.join("_")) : words.join("_"), words }];
  });
  const end = things.at(-1);
  if (last === undefined || end === undefined) {
    return { verb: verbsOfMethods[method] ?? method, nouns: things.length === 0 ? ["root"] : [] };
  }
  const before = things.slice(0, -1).map(({ text }) => text);
  if (last.isParameter) {
    const by = last.words.join("_");
    const verb = verbsOfMethods[method] ?? method;
    return before.length > 0 && (by === end.words.join("_") || by === end.text)
      ? {
          verb,
          nouns: before.map((each, at) => (at === before.length - 1 ? toSingular(each) : each)),
          by,
        }
      : { verb: method === "post" ? "update" : verb, nouns: [...before, end.text] };
  }
  const [first = ""] = end.words;
  const reading = method === "post" || method === "get" ? readings[first] : undefined;
  if (reading !== undefined && end.words.length === 1 && before.length > 0) {
    return { verb: reading, nouns: before };
  }
  const mayEndWithVerb = method === "post" || (isWriting(method) && end.words.length === 1);
  if (mayEndWithVerb && verbs.has(first) && before.length > 0) {
    const rest = end.words.slice(1).join("_");
    const owner = before.at(-1) ?? "";
    const nouns =
      rest === ""
        ? before
        : rest === toSingular(owner)
          ? [...before.slice(0, -1), rest]
          : [...before, rest];
    return { verb: first, nouns };
  }
  const isMany = toSingular(end.text) !== end.text;
  const one = toSingular(end.text);
  switch (method) {
    case "get":
      return { verb: isMany ? "list" : "get", nouns: [...before, end.text] };
    case "post":
      return { verb: "create", nouns: [...before, one] };
    default:
      return { verb: verbsOfMethods[method] ?? method, nouns: [...before, end.text] };
  }
}

function isWriting(method: string): boolean {
  return method === "put" || method === "patch";
}

/**
 * Names for an operation by its path, the best first. The owner of a thing belongs to its name:
 * `GET /repos/{owner}/{repo}/issues` is `list_repo_issues`.
 */
export function listPathNames(method: string, path: string): readonly string[] {
  const { verb, nouns, by } = readPathAction(method, path);
  const end = by === undefined ? "" : `_by_${by}`;
  const name = (word: string, count: number): string =>
    [word, ...nouns.slice(-count)].join("_") + end;
  const names = [name(verb, 2), name(verb, nouns.length)];
  const others = method === "put" && verb === "update" ? [name("replace", 2)] : [];
  return [...new Set([...names, ...others, name(verb, 1)])];
}

const verbsOfMethods: Readonly<Record<string, string>> = {
  get: "get",
  head: "check",
  post: "create",
  put: "update",
  patch: "update",
  delete: "delete",
};

function splitPath(path: string): readonly Segment[] {
  const segments = (path.split(/[?#]/)[0] ?? "").split("/").filter((each) => each !== "");
  const start = segments.findIndex((each) => !prefix.test(each));
  return (start === -1 ? [] : segments.slice(start)).flatMap((segment) => {
    const isParameter = segment.startsWith("{") && segment.indexOf("}") === segment.length - 1;
    const words = splitName(segment.replace(/[{}]/g, " "));
    return words.length === 0 ? [] : [{ words, isParameter }];
  });
}

/** The words of a name in any style, in lower case: `getUserById`, `get-user-by-id`, `GetUserByID`. */
export function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}
