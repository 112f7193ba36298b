import { readConfiguration } from "../../commands/settings/configuration.ts";
import { requireDocument } from "../usage.ts";
import { type Job, listJobs } from "./list-jobs.ts";

/**
 * Reads the job of a command that takes one document: a path, a URL, or an API of redocly.yaml.
 *
 * @param given The settings of flags, which take precedence.
 * @throws CommanderError for a document that does not exist
 */
export function readNamedJob(
  argument: string,
  given: Partial<Job>,
): Job & { readonly document: string } {
  const apis = readConfiguration(process.cwd());
  const [job = { document: argument }] = listJobs(argument, apis, given, () => false);
  requireDocument(job.document, apis);
  return job;
}
