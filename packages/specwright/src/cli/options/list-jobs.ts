import type { GivenDocument } from "../../commands/load/read-document.ts";
import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";
import type { DocsSettings, Settings } from "../../commands/settings/settings.ts";

/** A document with the settings of a command. Members of `docs` are settings of the command `docs`. */
export interface Job extends Settings, Partial<DocsSettings> {
  readonly document: string;
  /** The API of redocly.yaml that all settings come from. Absent when flags are given. */
  readonly configured?: string;
  /** The text of a document that is a URL or standard input. */
  readonly given?: GivenDocument | undefined;
}

/**
 * The jobs of a command: one for the named document, or one for each configured API. Settings of flags (`given`) take
 * precedence over those of redocly.yaml.
 *
 * @param isConfigured Returns whether the command works on an API when no document is named.
 */
export function listJobs(
  document: string | undefined,
  apis: readonly ConfiguredApi[],
  given: Partial<Job>,
  isConfigured: (api: ConfiguredApi) => boolean,
): readonly Job[] {
  const isGiven = Object.keys(given).length > 0;
  const toJob = (api: ConfiguredApi): Job => ({
    ...api,
    ...(isGiven ? given : { configured: api.name }),
  });
  if (document === undefined) {
    return apis.filter(isConfigured).map(toJob);
  }
  const api = findApi(apis, document, process.cwd());
  return [api === undefined ? { document, ...given } : toJob(api)];
}
