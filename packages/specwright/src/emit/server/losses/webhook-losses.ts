import type { Diagnostic } from "../../../diagnostic.ts";
import type { Operation } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";

/** Losses for webhooks that are sent in a way that the generated receiver does not support. */
export function findWebhookLosses({
  location,
  method,
  requestBody,
}: Operation): readonly Diagnostic[] {
  const content = requestBody?.value.content ?? [];
  const isJson = content.every(({ mediaType }) => classifyMediaType(mediaType) === "json");
  return method === "post" && isJson
    ? []
    : [
        reportLoss(location, "webhook-not-carried", {
          message: "The receiver of webhooks only takes JSON that is sent by POST.",
          fix: "To receive this webhook, describe an operation of your own under `paths`.",
        }),
      ];
}
