import type { Callers } from "../../../src/api/http/callers/callers.ts";
import type { Admitted, Place, PlaceRequest } from "../../../src/api/http/places/place.ts";
import { PlatformError } from "../../../src/base/errors.ts";
import { receiveUpload } from "./receive-upload.ts";

/** The project whose key the request has. */
export async function admitByKey({ call }: PlaceRequest, callers: Callers): Promise<Admitted> {
  const key = call.headers.get("x-api-key") ?? "";
  const caller = key === "" ? undefined : await callers.identify(call.context, key);
  if (caller?.kind !== "project") {
    throw new PlatformError("Auth_KeyInvalid");
  }
  return caller;
}

/** How a place for uploads differs from the usual one. */
export interface UploadOptions {
  readonly bodyLimit?: number;
  readonly atOnce?: number;
  /** Receives each piece; resolves when the next one may come. */
  readonly write?: (piece: Uint8Array) => Promise<void>;
  /** Called when an upload did not arrive completely. */
  readonly onFailure?: (error: unknown) => void;
}

/** Receives a body of up to 100 MiB and returns its size and hashes. */
export function createUploadPlace(options: UploadOptions = {}): Place {
  const { bodyLimit = 100 * 1024 * 1024, atOnce = 32, write = async () => {} } = options;
  return {
    name: "testUpload",
    methods: ["PUT"],
    path: "/uploads/{name}",
    bodyLimit,
    atOnce,
    admit: admitByKey,
    answer: async ({ call, values }) => {
      try {
        const received = await receiveUpload(call.streamBody(bodyLimit), write);
        return {
          status: 200,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...received, name: values.name }),
        };
      } catch (error) {
        options.onFailure?.(error);
        throw error;
      }
    },
  };
}
