import type { Model, Operation, Tag } from "../../../document/model/model.ts";

/** Operations that belong together: in a module of the client, a folder of handlers, or a section of the reference. */
export interface OperationGroup {
  /** The tag. For operations without one, a tag that has only the group's name. */
  readonly tag: Tag;
  readonly operations: readonly Operation[];
}

/**
 * Groups the operations: first the tags of the document in their order, then other groups in the order in which they
 * appear.
 *
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 * import { groupOperations } from "specwright/target";
 *
 * const { model } = loadModel("openapi.yaml");
 * for (const { tag, operations } of groupOperations(model)) console.log(tag.name, operations.length);
 * ```
 */
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
 * The name of an operation's group: its first tag or, without tags, the first segment of its path that is neither a
 * parameter nor a version. `GET /api/v2/users/{id}` is in `users`. The group depends only on the operation itself, so
 * it does not change when other operations are added.
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
 * The name at the beginning of a segment: without the parameter of `users{id}`, the verb of `users:search` and the
 * ending of `users.json`.
 */
const beginning = /^(?:\d{4}-\d\d-\d\d|v\d[\w.-]*|[^.:;,({]+)/i;

/** Segments that all paths of an API begin with: `/api`, `/v1.2`, `/2010-04-01`. */
const isPrefix = /^(?:api|rest|v\d[\w.-]*|\d{4}-\d\d-\d\d)$/i;
