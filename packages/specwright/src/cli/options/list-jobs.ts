import type { ConfiguredApi } from "../../commands/settings/configuration.ts";
import { findApi } from "../../commands/settings/find-api.ts";

/** A document with the settings of a command. */
export interface ConfigurableJob {
  readonly document: string;
  /** The API of redocly.yaml that all settings come from. Absent when flags are given. */
  readonly configured?: string;
}

/** How a command takes its jobs from redocly.yaml. */
export interface ConfiguredJobs<Job extends ConfigurableJob> {
  /** Returns whether the command works on an API when no document is named. */
  readonly isConfigured: (api: ConfiguredApi) => boolean;
  /** The document of an API with the settings that the command uses. */
  readonly toJob: (api: ConfiguredApi) => Job;
}

/**
 * The jobs of a command: one for the named document, or one for each configured API. Settings of flags (`given`) take
 * precedence over those of redocly.yaml.
 */
export function listJobs<Job extends ConfigurableJob>(
  document: string | undefined,
  apis: readonly ConfiguredApi[],
  given: Partial<Job>,
  { isConfigured, toJob }: ConfiguredJobs<Job>,
): readonly Job[] {
  const isGiven = Object.keys(given).length > 0;
  const toGivenJob = (api: ConfiguredApi): Job => ({
    ...toJob(api),
    ...(isGiven ? given : { configured: api.name }),
  });
  if (document === undefined) {
    return apis.filter(isConfigured).map(toGivenJob);
  }
  const api = findApi(apis, document, process.cwd());
  // Everything but the document is optional in a job.
  return [api === undefined ? ({ document, ...given } as Job) : toGivenJob(api)];
}
