/** Hosts of repositories for which `init --ci` writes workflows. */
export const pipelineHosts = ["github", "gitlab"] as const;

export type PipelineHost = (typeof pipelineHosts)[number];

/** The things of a project that its workflows name. Paths are relative to the root of the repository. */
export interface Pipeline {
  /** The documents that are compared, such as `openapi.yaml`. */
  readonly documents: readonly string[];
  /** The folders of the references that are hosted. Empty when the project has none. */
  readonly references: readonly string[];
  /** The branch from which packages are released, such as `main`. */
  readonly branch: string;
}

/** The file with the plan of the next release. Packages are published when a push to the branch changes it. */
export const planFile = "release-plan.md";

/** The branch of the pull request that proposes the next release. */
export const planBranch = "release/next";

/** The first line of the comment with the changes. A later run finds the comment by this line. */
export const commentMark = "<!-- specwright diff -->";
