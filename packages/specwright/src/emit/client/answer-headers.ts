import type { Response } from "../../document/model/model.ts";
import { createContentNames } from "../shared/bodies/content-names.ts";
import { printObjectLine, printObjectType } from "../shared/print/layout.ts";
import { printHeaderMembers } from "../shared/typescript/headers-type.ts";
import type { TypeContext } from "../shared/typescript/type-context.ts";

/** The types of documented headers in one module. Each is printed once. */
export interface AnswerHeaders {
  /**
   * The name of the type of a response's documented headers. Undefined when it has none.
   *
   * @param place words for the response, such as its operation and its status
   */
  readonly nameHeadersType: (response: Response, place: readonly string[]) => string | undefined;
  /** Every name with its type. Complete once the types of all responses have been named. */
  readonly listDeclarations: () => readonly { readonly name: string; readonly type: string }[];
}

/**
 * Names the types of documented headers. They end in `AnswerHeaders`, which no type of an operation does.
 *
 * @param taken names of schemas that the module may import
 */
export function createAnswerHeaders(context: TypeContext, taken: Iterable<string>): AnswerHeaders {
  const names = createContentNames(taken);
  const types = new Map<string, readonly string[]>();
  return {
    nameHeadersType: ({ headers }, place) => {
      if (headers.size === 0) {
        return undefined;
      }
      const members = printHeaderMembers(headers, context);
      const content = printObjectLine(members);
      types.set(content, members);
      return names.name(content, "AnswerHeaders", [...headers.keys()], place);
    },
    listDeclarations: () =>
      names.list().map(({ content, name }) => ({
        name,
        type: printObjectType(types.get(content) ?? [], "", `export interface ${name} `),
      })),
  };
}
