import type { Change } from "../../compare/change.ts";
import type { MediaType, Operation, RequestBody } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import type { CallSides, ClientSide, Probe, ReadPart } from "./judge-probe.ts";
import { listSamples } from "./list-samples.ts";
import { planBody, planShortestCall } from "./write-client-call.ts";

/** How many bodies of a media type are sent. */
const mostSamples = 30;

/** Values of every type, for a body that may have any. */
const anyValues: readonly unknown[] = [{}, [], "", 0, null, true];

/** Requests that may show what a change of a request's body breaks: without a body, and with bodies of a media type. */
export function listBodyProbes(change: Change, { client, router }: CallSides): readonly Probe[] {
  const shortest = planShortestCall(client.operation);
  if (shortest === undefined) {
    return [];
  }
  const [own, other] = [client.operation, router.operation].map((each) => each?.requestBody?.value);
  const exchange = (body: RequestBody | undefined): ClientSide => ({
    ...client,
    operation: exchangeBody(client.operation, body),
  });
  if (change.kind.startsWith("request-body-")) {
    const { body: _, ...withoutBody } = shortest;
    const [body] = own?.content.flatMap(planBody) ?? [];
    return [
      ...(own?.required === true
        ? []
        : [{ plan: withoutBody, changed: exchange(own ? { ...own, required: true } : other) }]),
      ...(other === undefined && body !== undefined
        ? [{ plan: { ...shortest, body }, changed: exchange(undefined), part: createBodyPart() }]
        : []),
    ];
  }
  if (own === undefined || other === undefined) {
    return [];
  }
  return own.content.flatMap((mediaType): readonly Probe[] => {
    const there = other.content.find((each) => toKey(each) === toKey(mediaType));
    const others = own.content.filter((each) => each !== mediaType);
    if (change.kind === "request-media-type-schema-added") {
      return there?.schema === undefined || mediaType.schema !== undefined
        ? []
        : anyValues.map((value) => ({
            plan: { ...shortest, body: { mediaType, value } },
            changed: exchange({ ...own, content: [there, ...others] }),
          }));
    }
    if (change.kind.startsWith("request-media-type-")) {
      const isMeant = change.message.includes(quoteName(toKey(mediaType)));
      return isMeant && there === undefined
        ? planBody(mediaType).map((body) => ({
            plan: { ...shortest, body },
            changed: exchange({ ...own, content: others }),
          }))
        : [];
    }
    if (there === undefined || mediaType.schema === undefined) {
      return [];
    }
    const { arrayFormat: _, ...plain } = mediaType;
    const { encoding, arrayFormat } = there;
    const changed = { ...plain, encoding, ...(arrayFormat && { arrayFormat }) };
    return listSamples(mediaType.schema)
      .slice(0, mostSamples)
      .map((value) => ({
        plan: { ...shortest, body: { mediaType, value } },
        changed: exchange({ ...own, content: [changed, ...others] }),
        part: createBodyPart(value),
        rewritten: { ...shortest, body: { mediaType: changed, value } },
      }));
  });
}

function createBodyPart(sent?: unknown): ReadPart {
  const read: ReadPart["fromClient"] = ({ body }) => body;
  return { name: "body", fromClient: read, fromRouter: read, sent };
}

function exchangeBody(operation: Operation, body: RequestBody | undefined): Operation {
  const { requestBody: _, ...others } = operation;
  return body === undefined ? others : { ...others, requestBody: { value: body } };
}

/** Media types are matched without their white space and in lower case. */
function toKey({ mediaType }: MediaType): string {
  return mediaType.toLowerCase().replace(/\s/g, "");
}
