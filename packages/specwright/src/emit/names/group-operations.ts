import type { Model, Operation, Tag } from "../../model/model.ts";

/** The operations that stand together: in a module of the client, a folder of handlers, a section of the reference. */
export interface OperationGroup {
  /** The tag; for operations without one, a tag of the group's name that says nothing else. */
  readonly tag: Tag;
  readonly operations: readonly Operation[];
}

/** Operations by group: the tags of the document in their order, then other groups as they appear. */
export function groupOperations({ tags, operations }: Model): readonly OperationGroup[] {
  const groups = new Map<string, Operation[]>(tags.map(({ name }) => [name, []]));
  for (const operation of operations) {
    const name = chooseGroup(operation);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(operation);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({
      tag: tags.find((tag) => tag.name === name) ?? { name },
      operations: members,
    }));
}

/**
 * The name of an operation's group: its first tag; without tags, the first segment of its path that is neither a parameter nor a
 * version. `GET /api/v2/users/{id}` is in `users`. Nothing but the operation itself decides, so that it stays where it is when
 * others are added.
 */
export function chooseGroup({ tags, path }: Pick<Operation, "tags" | "path">): string {
  const [tag] = tags;
  if (tag !== undefined) {
    return tag;
  }
  const segments = path.split(/[?#]/)[0]?.split("/") ?? [];
  const words = segments.map((segment) => segment.match(beginning)?.[0] ?? "");
  return words.find((word) => word !== "" && !isPrefix.test(word)) ?? "root";
}

/**
 * The name at the beginning of a segment, without the parameter of `users{id}`, the verb of `users:search`, the ending of
 * `users.json`.
 */
const beginning = /^(?:\d{4}-\d\d-\d\d|v\d[\w.-]*|[^.:;,({]+)/i;

/** Segments that all paths of an API begin with: `/api`, `/v1.2`, `/2010-04-01`. */
const isPrefix = /^(?:api|rest|v\d[\w.-]*|\d{4}-\d\d-\d\d)$/i;
