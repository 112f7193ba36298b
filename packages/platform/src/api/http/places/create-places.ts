import { type Answer, BodyTooLargeError, type Call } from "@specwright/runtime/v1/server";
import { PlatformError } from "../../../base/errors.ts";
import { createSlots, type Slots } from "../../../base/sharing/slots.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "../callers/callers.ts";
import type { Origins } from "../callers/origins.ts";
import type { Recorder } from "../record-requests.ts";
import { prepareLastingStream } from "../streams/last.ts";
import { createPathMatch } from "./match-path.ts";
import type { Admitted, Place, PlaceRequest } from "./place.ts";

/** The parts of the HTTP layer that all places use. */
export interface PlaceParts {
  readonly callers: Callers;
  readonly origins: Origins;
  readonly recorder: Recorder;
}

/** The place at a path, ready to answer. */
export interface FoundPlace {
  /** The name for logs, metrics and spans, as operations have one. */
  readonly name: string;
  readonly path: string;
  readonly deadlineMs: number | undefined;
  /** @throws PlatformError */
  answer(): Promise<Answer>;
}

/** Finds the place of a call; undefined when the call is for an operation of the document. */
export function createPlaces(
  places: readonly Place[],
  parts: PlaceParts,
): (call: Call<RequestContext>) => FoundPlace | undefined {
  const all = places.map((place) => ({
    place,
    match: createPathMatch(place.path),
    slots: createSlots(place.atOnce),
    allow: [...place.methods, "OPTIONS"].join(", "),
  }));
  return (call) => {
    for (const { place, match, slots, allow } of all) {
      const values = match(call.path);
      if (values === undefined) {
        continue;
      }
      const { name, path, deadlineMs } = place;
      return {
        name,
        path,
        deadlineMs,
        answer: async () => {
          if (call.method === "OPTIONS") {
            return { status: 204, headers: { allow }, body: null };
          }
          if (!place.methods.some((method) => method === call.method)) {
            const refused = parts.recorder.toAnswer(
              new PlatformError("Request_MethodNotAllowed"),
              call,
            );
            refused.headers.allow = allow;
            return refused;
          }
          const request = {
            call,
            values,
            // Made on first use, because few places need it.
            get signal(): AbortSignal {
              return call.context.watchCaller();
            },
          };
          return await answerAt(place, slots, request, parts);
        },
      };
    }
    return undefined;
  };
}

async function answerAt(
  place: Place,
  slots: Slots,
  request: PlaceRequest,
  parts: PlaceParts,
): Promise<Answer> {
  const { call } = request;
  parts.origins.assertAllowed(call);
  const principal = await place.admit(request, parts.callers);
  call.context.found.projectId = principal.projectId;
  if (Number(call.headers.get("content-length") ?? 0) > place.bodyLimit) {
    throw new PlatformError("Request_BodyTooLarge");
  }
  const release = slots.take(principal.projectId);
  if (release === undefined) {
    throw refuseFullPlace(place);
  }
  let isLasting = false;
  try {
    const answer = await answerAdmitted(place, request, principal);
    if (answer.body instanceof ReadableStream) {
      isLasting = true;
      return { ...answer, body: prepareLastingStream(answer.body, { onEnd: release }) };
    }
    return answer;
  } finally {
    if (!isLasting) {
      release();
    }
  }
}

async function answerAdmitted(
  place: Place,
  request: PlaceRequest,
  principal: Admitted,
): Promise<Answer> {
  try {
    return await place.answer(request, principal);
  } catch (error) {
    throw error instanceof BodyTooLargeError
      ? new PlatformError("Request_BodyTooLarge", { cause: error })
      : error;
  }
}

function refuseFullPlace({ name, atOnce }: Place): PlatformError {
  return new PlatformError("Request_RateLimited", {
    words: {
      message: `The project already has ${atOnce} open requests of this kind (${name}).`,
      suggestedFix: "Wait until one of them has ended, or close one.",
    },
    // One may end at any moment.
    retryAfterSeconds: 1,
  });
}
