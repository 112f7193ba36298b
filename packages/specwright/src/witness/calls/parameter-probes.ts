import type { Change } from "../../compare/change.ts";
import type { Location, Operation, Parameter } from "../../document/model/model.ts";
import type { CallSides, ClientSide, Probe } from "./judge-probe.ts";
import { listSamples } from "./list-samples.ts";
import type { HandledInput } from "./open-router.ts";
import { type PlannedCall, planShortestCall } from "./write-client-call.ts";

/** How many values of a parameter are sent. */
const mostSamples = 30;

/** Requests that may show what a change of a parameter breaks: without the parameter, and with values of it. */
export function listParameterProbes(
  change: Change,
  { client, router, isReversed }: CallSides,
): readonly Probe[] {
  const [from, to] = isReversed ? [change.after, change.before] : [change.before, change.after];
  const own = findParameter(client.operation, from);
  const other = findParameter(router.operation, to);
  const shortest = planShortestCall(client.operation);
  if (shortest === undefined || (own === undefined && other === undefined)) {
    return [];
  }
  const exchange = (parameter: Parameter | undefined): ClientSide => ({
    ...client,
    operation: exchangeParameter(client.operation, own, parameter),
  });
  const without: Probe[] =
    other?.required === true && own?.required !== true
      ? [{ plan: shortest, changed: exchange(other) }]
      : [];
  if (own === undefined) {
    return without;
  }
  // The schemas are another change.
  const instead = other && { ...other, schema: own.schema };
  const others = [...shortest.parameters].filter(([parameter]) => parameter !== own);
  const planWith = (parameter: Parameter, value: unknown): PlannedCall => ({
    ...shortest,
    parameters: new Map([...others, [parameter, value]]),
  });
  return [
    ...without,
    ...listSamples(own.schema)
      .slice(0, mostSamples)
      .map(
        (sent): Probe => ({
          plan: planWith(own, sent),
          changed: exchange(instead),
          part: {
            name: own.name,
            fromClient: (input) => readParameter(input, own),
            fromRouter: (input) => readParameter(input, other),
            sent,
          },
          ...(instead && { rewritten: planWith(instead, sent) }),
        }),
      ),
  ];
}

function findParameter(
  operation: Operation | undefined,
  place: Location | undefined,
): Parameter | undefined {
  return operation?.parameters.find(
    ({ value: { location } }) =>
      place !== undefined && location.file === place.file && location.pointer === place.pointer,
  )?.value;
}

function exchangeParameter(
  operation: Operation,
  own: Parameter | undefined,
  other: Parameter | undefined,
): Operation {
  const others = operation.parameters.filter(({ value }) => value !== own);
  return {
    ...operation,
    parameters: other === undefined ? others : [...others, { value: other }],
  };
}

function readParameter(input: HandledInput, parameter: Parameter | undefined): unknown {
  if (parameter?.in === "querystring") {
    return input.querystring;
  }
  // The runtime decodes the parameters of a place into an object.
  const values =
    parameter && (input[parameter.in] as Readonly<Record<string, unknown>> | undefined);
  return parameter && values?.[parameter.name];
}
