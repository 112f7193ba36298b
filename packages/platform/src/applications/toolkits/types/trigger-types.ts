import type { Schema } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import type { ToolkitVersions } from "./catalog-types.ts";
import type { PollRule } from "./poll-types.ts";
import type { WatchRule, WebhookRule } from "./webhook-types.ts";

/** A kind of event of one toolkit at one version, as `x-platform-trigger` in its document describes it. */
export interface TriggerDefinition {
  /** Such as `GITHUB_ISSUE_ADDED`. */
  readonly slug: string;
  /** The trigger type as the API answers it. */
  readonly record: Schemas["TriggerType"];
  /** Of a `webhook` type: which deliveries are its events, and their data. */
  readonly webhook?: WebhookRule | undefined;
  /** Of a `poll` type: the tool whose operation is read, and how. */
  readonly poll?: { readonly toolSlug: string; readonly rule: PollRule } | undefined;
  /** Of a `poll` type whose application says when the list has changed. */
  readonly watch?: WatchRule | undefined;
  /** `config` of the record, as configurations are checked against it. */
  readonly configSchema: Schema;
  /** `payload` of the record. */
  readonly payloadSchema: Schema;
}

/** Filters of `GET /triggers_types`; they hold together. */
export interface TriggerFilter {
  readonly toolkitSlugs?: readonly string[] | undefined;
  /** The latest version where a toolkit is not named. */
  readonly toolkitVersions?: ToolkitVersions | undefined;
}
