import type { NamedInput } from "../../commands/load/document-input.ts";
import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";
import type { ConfiguredCommand } from "../../commands/settings/portable-command.ts";
import type { DocsSettings, Settings } from "../../commands/settings/settings.ts";

/** A document with the settings of a command. Members of `docs` are settings of the command `docs`. */
export type Job = Settings &
  Partial<DocsSettings> &
  NamedInput &
  ConfiguredCommand & {
    /** The API of redocly.yaml; undefined for a document that it does not name. */
    readonly name?: string;
  };

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
