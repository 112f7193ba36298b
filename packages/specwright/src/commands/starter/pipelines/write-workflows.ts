import type { OutputFile } from "../../../output-file.ts";
import { writeGithubWorkflows } from "./github.ts";
import { writeGitlabPipeline } from "./gitlab.ts";
import type { Pipeline, PipelineHost } from "./pipeline.ts";

/** The workflows that check, release and document a project, as files of its root. */
export function writeWorkflows(pipeline: Pipeline, host: PipelineHost): OutputFile[] {
  return host === "github" ? writeGithubWorkflows(pipeline) : writeGitlabPipeline(pipeline);
}
