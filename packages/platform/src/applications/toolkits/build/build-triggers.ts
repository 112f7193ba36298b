import type { Diagnostic, Operation } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import {
  describeProblem,
  reportFormatProblems,
  type ToolkitDocument,
} from "../documents/read-document.ts";
import { type TriggerFormat, triggerFormat } from "../documents/trigger-format.ts";
import type { ToolkitDetailRecord } from "../types/catalog-types.ts";
import type { TriggerDefinition } from "../types/trigger-types.ts";
import type { WebhookSettings } from "../types/webhook-types.ts";
import { checkPollType } from "./check-poll.ts";
import { checkWatch, checkWebhookType } from "./check-webhooks.ts";
import { buildToolSlug } from "./tool-slug.ts";
import { describeTriggerSetup } from "./trigger-instructions.ts";
import { readTriggerSchemas, type WrittenTrigger } from "./trigger-schemas.ts";

const field = "x-platform-trigger";

/** The polling interval in seconds, a setting of every trigger of a poll type (docs/decisions.md §8). */
const interval = {
  type: "integer",
  description: "The seconds between two polls.",
  minimum: 60,
  maximum: 86_400,
  default: 900,
};

/** The trigger types of a document by slug, and their problems with their places. */
export function buildTriggers(
  document: ToolkitDocument,
  record: ToolkitDetailRecord,
): {
  readonly triggers: ReadonlyMap<string, TriggerDefinition>;
  readonly problems: readonly Diagnostic[];
} {
  const found = new Map<string, WrittenTrigger>();
  const problems: Diagnostic[] = [];
  for (const [kind, operation] of findMarkedOperations(document)) {
    const place = readPath(operation);
    const parsed = triggerFormat.safeParse(operation.extensions.get(field));
    if (!parsed.success) {
      problems.push(...reportFormatProblems(parsed.error.issues, document.path, place));
      continue;
    }
    const format = parsed.data;
    const pointer = `${operation.location.pointer}/${field}`;
    const report = (member: string, message: string, fix: string): void => {
      problems.push(describeProblem(document.path, `${pointer}/${member}`, message, fix));
    };
    if (format.type !== kind) {
      const where = kind === "poll" ? "an operation" : "a webhook";
      report(
        "type",
        `The type of a trigger in ${where} has to be \`${kind}\`.`,
        `Write \`${kind}\`.`,
      );
    }
    const prefix = `${document.format.slug.replaceAll("-", "_").toUpperCase()}_`;
    if (!format.slug.startsWith(prefix)) {
      const message = `\`${format.slug}\` does not begin with the toolkit's slug.`;
      report("slug", message, `Write a slug such as \`${prefix}ITEM_ADDED\`.`);
    }
    if (found.has(format.slug)) {
      report("slug", `Two trigger types have the slug \`${format.slug}\`.`, "Rename one.");
    }
    if (kind === "poll" && Object.hasOwn(format.config.properties, "interval")) {
      const message = "`interval` is a member of every poll type.";
      report("config/properties/interval", message, "Remove it, or choose another name.");
    }
    if (kind === "webhook") {
      checkWebhookType(format, document.format.webhooks, report);
    } else {
      checkPollType(format, report);
      checkWatch(format, document.format.webhooks, report);
    }
    found.set(format.slug, {
      slug: format.slug,
      record: buildTriggerRecord(format, operation, record, document.format.webhooks),
      webhook: format.webhook,
      ...(format.watch && { watch: format.watch }),
      ...(format.poll && {
        poll: {
          toolSlug: buildToolSlug(document.format.slug, operation.operationId ?? ""),
          rule: format.poll,
        },
      }),
      pointer,
    });
  }
  const { triggers, problems: wrong } = readTriggerSchemas(document.path, found);
  return { triggers, problems: [...problems, ...wrong].map(document.locate) };
}

/** Finds operations and webhooks that have the field. The operations are polled; the application sends the webhooks. */
function findMarkedOperations({
  model,
}: ToolkitDocument): readonly (readonly ["poll" | "webhook", Operation])[] {
  const webhooks = model.webhooks.flatMap(({ operations }) => operations);
  return [
    ...model.operations.map((each) => ["poll", each] as const),
    ...webhooks.map((each) => ["webhook", each] as const),
  ].filter(([, { extensions }]) => extensions.has(field));
}

/** The steps of the pointer to the field. */
function readPath({ location }: Operation): readonly string[] {
  const steps = location.pointer.split("/").slice(1);
  return [...steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")), field];
}

function buildTriggerRecord(
  format: TriggerFormat,
  operation: Operation,
  toolkit: ToolkitDetailRecord,
  webhooks: WebhookSettings | undefined,
): Schemas["TriggerType"] {
  const { config } = format;
  const isPolled = format.type === "poll";
  return {
    slug: format.slug,
    name: format.name,
    description: (format.description ?? operation.description ?? format.name).trim(),
    instructions:
      format.instructions.trim() ||
      describeTriggerSetup(format, { toolkit, webhooks, operationId: operation.operationId }),
    type: format.type,
    toolkit: { slug: toolkit.slug, name: toolkit.name, logo: toolkit.meta.logo },
    config: isPolled ? { ...config, properties: { ...config.properties, interval } } : config,
    payload: format.payload,
    version: toolkit.meta.version,
    status: toolkit.status,
    enabled: true,
  };
}
