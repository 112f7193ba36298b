import { evaluateRuntimeExpression } from "@specwright/runtime/v1/callbacks";
import { isEqual } from "@specwright/runtime/v1/values";
import type { Operation } from "../../document/model/model.ts";
import { chooseMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { toCallbackSource } from "../answers/callback-source.ts";
import { findItems } from "../answers/judge-parameters.ts";
import type { Given } from "../cases/make-input.ts";
import { buildRequest } from "../requests/build-request.ts";
import { type ChainContext, runRequest } from "./run-request.ts";

/**
 * Reads the first two pages of a list, in which `x-pagination` declares a cursor. The server has to accept its cursor,
 * and to answer it with other items.
 */
export async function followPages(list: Operation, chain: ChainContext): Promise<void> {
  const { cursor, next, limit } = list.pagination ?? {};
  if (cursor === undefined || next === undefined) {
    return;
  }
  const few = limit === undefined ? {} : giveMembers(list, { [limit]: 1 });
  const first = await runRequest(
    list,
    { title: "for the first page of a list", expected: "success", given: few },
    chain,
  );
  const source =
    first && toCallbackSource(first.sent, buildRequest(first.sent, chain.target), first.answer);
  const value = source && evaluateRuntimeExpression(`$response.body#${next}`, source);
  if (first === undefined || value === undefined || value === null) {
    return;
  }
  const given = giveMembers(list, {
    ...(limit === undefined ? {} : { [limit]: 1 }),
    [cursor]: value,
  });
  const second = await runRequest(
    list,
    { title: "for the second page of a list", expected: "success", given },
    chain,
  );
  const items = findItems(list, first.answer) ?? [];
  if (second?.answer.status === 200 && items.length > 0) {
    if (isEqual(findItems(list, second.answer), items)) {
      const message = `\`${cursor}\` asked for the second page, and the answer has the items of the first page`;
      chain.exchanges.blame("parameter-ignored", second.sent, second.answer, message);
    }
  }
}

/** Values by their places as `x-pagination` names them, such as `query.limit` and `body.limit`. */
function giveMembers(
  { parameters, requestBody }: Operation,
  members: Readonly<Record<string, unknown>>,
): Given {
  const entries = Object.entries(members);
  const inBody = entries.flatMap(([place, value]) =>
    place.startsWith("body.") ? [[place.slice("body.".length), value] as const] : [],
  );
  const mediaType = chooseMediaType(requestBody?.value.content ?? []);
  return {
    parameters: new Map(
      parameters.flatMap(({ value: parameter }) => {
        const found = entries.find(([place]) => place === `${parameter.in}.${parameter.name}`);
        return found === undefined ? [] : [[parameter, found[1]] as const];
      }),
    ),
    ...(inBody.length === 0 || mediaType === undefined
      ? {}
      : { body: { mediaType, value: Object.fromEntries(inBody) } }),
  };
}
