import type { Model } from "specwright";

/** How many operations and webhooks of a document have an extension. */
export function flagged(model: Model, extension: string): number {
  const webhooks = model.webhooks.flatMap(({ operations }) => operations);
  return [...model.operations, ...webhooks].filter(({ extensions }) => extensions.has(extension))
    .length;
}
