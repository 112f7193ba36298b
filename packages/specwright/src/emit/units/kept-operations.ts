import type { Kept } from "../../kept.ts";
import type { Contents } from "../../model/contents/contents.ts";
import type { Operation } from "../../model/model.ts";

/** The memory of earlier runs, and the inputs that are the same for all operations. */
export interface KeptSource {
  readonly kept?: Kept;
  readonly contents?: Contents;
  readonly render: object;
  readonly command: string;
}

/** The input of a string that is printed from operations. */
export interface OperationsUnit {
  readonly operations: readonly Operation[];
  /** Everything that printing reads beside the operations, the template and `Contents.document`: names and texts. */
  readonly facts: () => readonly unknown[];
  /** `own` when printing does not read the schemas to which the operations refer. Default: `all`. */
  readonly reads?: "own" | "all";
}

/** Text printed from operations: from an earlier run if the operations say the same and the facts are the same. */
export function keepOperations<Printed>(
  kind: string,
  { operations, facts, reads = "all" }: OperationsUnit,
  { kept, contents, render, command }: KeptSource,
  print: () => Printed,
): Printed {
  if (kept === undefined || contents === undefined) {
    return print();
  }
  const contentOf = reads === "own" ? contents.ownOperations : contents.operations;
  const said = operations.map(({ name }) => contentOf.get(name) ?? {});
  return kept.of(kind, [contents.document, render, command, ...said, ...facts()], print);
}
