import {
  decodeParameters,
  decodeRequestBody,
  encodeResponse,
  keepExactParameters,
} from "../conversions/convert-route.ts";
import { parseExactly, stringifyExactly } from "../conversions/exact-json.ts";
import type { OperationConversions } from "../conversions/operation-conversions.ts";
import { findMockedAnswer } from "./mock-answer.ts";
import type { MockDefinition } from "./mock-operation.ts";

/**
 * The definition of a mock whose function gets and returns values as programs see them, such as dates. The answers that the
 * definition makes itself are those that are sent. Generated code calls it for operations that have something to convert.
 *
 * @param conversions those of the receiver of the request
 */
export function convertMock(
  definition: MockDefinition,
  conversions: OperationConversions,
): MockDefinition {
  const { decode, readBody, answers } = definition;
  const parse = conversions.isExact === true ? parseExactly : undefined;
  return {
    ...definition,
    ...(decode && {
      decode: (source) => {
        const decoded = decode(source);
        keepExactParameters(conversions, decoded);
        return decodeParameters(conversions, decoded);
      },
    }),
    ...(readBody && {
      readBody: async (request) =>
        decodeRequestBody(
          conversions,
          request.headers.get("content-type") ?? "",
          await readBody(request, parse),
        ),
    }),
    encode: (answer) =>
      // The status and the media type stay.
      encodeResponse(
        conversions,
        answer,
        (status) => findMockedAnswer(answers, status)?.type ?? "application/json",
      ) as typeof answer,
    stringify: stringifyExactly,
  };
}
