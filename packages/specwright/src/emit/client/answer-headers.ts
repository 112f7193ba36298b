import type { Response } from "../../model/model.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { headersType } from "../typescript/headers-type.ts";
import type { TypeContext } from "../typescript/type-context.ts";

/** The types of documented headers in one module, each printed once. */
export interface AnswerHeaders {
  /**
   * The name of the type of an answer's documented headers; undefined when it has none.
   *
   * @param place words for the answer, such as its operation and its status
   */
  readonly nameHeadersType: (response: Response, place: readonly string[]) => string | undefined;
  /** Every name with its type. Complete when every answer was asked for. */
  readonly declarations: () => readonly { readonly name: string; readonly type: string }[];
}

/**
 * Names the types of documented headers. No type of an operation ends in this word.
 *
 * @param taken names of schemas that the module may import
 */
export function createAnswerHeaders(context: TypeContext, taken: Iterable<string>): AnswerHeaders {
  const names = createContentNames(taken);
  return {
    nameHeadersType: ({ headers }, place) => {
      if (headers.size === 0) {
        return undefined;
      }
      return names.name(headersType(headers, context), "AnswerHeaders", [...headers.keys()], place);
    },
    declarations: () => names.all().map(({ content, name }) => ({ name, type: content })),
  };
}
