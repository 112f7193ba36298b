import type { Change } from "../../compare/change.ts";
import type { Model, Operation, Server, ServerVariable } from "../../document/model/model.ts";
import { fillServerAddress } from "../../document/model/server-address.ts";
import type { CallSides, Difference } from "./judge-probe.ts";
import { writeCall } from "./send-call.ts";
import { planShortestCall, writeClientCall } from "./write-client-call.ts";

/** A request to an address of the old document that the new one does not have. */
export function findServerDifference(
  _: Change,
  { client, router }: CallSides,
): Difference | undefined {
  const request = writeShortest(client);
  const there = new Set(listAddresses(router.model, router.operation));
  const gone = listAddresses(client.model, client.operation).find((each) => !there.has(each));
  return request === undefined || gone === undefined || router.operation === undefined
    ? undefined
    : {
        request: request.replace(/^(\S+) /, `$1 ${gone}`),
        client: `${gone} is an address of the API`,
        router: `${gone} is not an address of the API`,
      };
}

/** How many addresses of one server are compared. */
const mostAddresses = 1000;

function listAddresses({ servers }: Model, operation: Operation | undefined): readonly string[] {
  return operation?.server !== undefined
    ? [operation.server]
    : servers.flatMap((server) => listOwnAddresses(server, [...server.variables]));
}

/** The addresses of a server with every value that its variables list. */
function listOwnAddresses(
  server: Pick<Server, "url" | "variables">,
  [variable, ...others]: readonly (readonly [name: string, variable: ServerVariable])[],
): readonly string[] {
  if (variable === undefined) {
    return [fillServerAddress(server)];
  }
  const [name, described] = variable;
  const values = [...new Set([described.default, ...(described.enum ?? [])])];
  return values
    .flatMap((value) => {
      const variables = new Map([...server.variables, [name, { default: value }]]);
      return listOwnAddresses({ url: server.url, variables }, others);
    })
    .slice(0, mostAddresses);
}

/** The shortest request that an operation allows, as text. */
export function writeShortest({ model, operation }: CallSides["client"]): string | undefined {
  const plan = planShortestCall(operation);
  const sent = plan && writeClientCall(model, operation, plan);
  return sent && writeCall(sent.request);
}
