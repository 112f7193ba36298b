import type { Operation, Parameter } from "../../document/model/model.ts";
import { listNamesInBraces, splitPathKey } from "../../document/model/path-key.ts";

/** Things that are known to exist: for a path such as `/pets/{}`, the values of its parameters. */
export interface KnownThings {
  readonly add: (path: string, values: readonly unknown[]) => void;
  readonly remove: (path: string, values: readonly unknown[]) => void;
  /**
   * The values for the longest known beginning of a path, from its first parameter on. They belong to the newest thing,
   * or to the thing with the given index.
   */
  readonly find: (path: string, index?: number) => readonly unknown[];
}

/** Remembers the things of one run. */
export function createKnownThings(): KnownThings {
  const known = new Map<string, (readonly unknown[])[]>();
  return {
    add: (path, values) => {
      const key = reducePathToShape(path);
      const rest = (known.get(key) ?? []).filter((each) => String(each) !== String(values));
      known.set(key, [values, ...rest]);
    },
    remove: (path, values) => {
      const key = reducePathToShape(path);
      const rest = (known.get(key) ?? []).filter((each) => String(each) !== String(values));
      known.set(key, rest);
    },
    find: (path, index = 0) => {
      for (const beginning of listBeginnings(path)) {
        const list = known.get(beginning) ?? [];
        const values = list[index % list.length];
        if (values !== undefined) {
          return values;
        }
      }
      return [];
    },
  };
}

/** `/pets/{}` for `/pets/{petId}`, because the names of path parameters differ between operations. */
export function reducePathToShape(path: string): string {
  return splitPathKey(path).path.replace(/\{[^{}]*\}/g, "{}");
}

/** The beginnings of a path that end with a parameter, the longest first. */
function listBeginnings(path: string): readonly string[] {
  const segments = reducePathToShape(path).split("/");
  return segments
    .flatMap((segment, index) =>
      segment.includes("{}") ? [segments.slice(0, index + 1).join("/")] : [],
    )
    .toReversed();
}

/** The path parameters of an operation, in the order of the path. */
export function listPathParameters({ path, parameters }: Operation): readonly Parameter[] {
  return listNamesInBraces(splitPathKey(path).path).flatMap((name) => {
    const found = parameters.find(({ value }) => value.in === "path" && value.name === name);
    return found === undefined ? [] : [found.value];
  });
}
