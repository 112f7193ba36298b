import type { SessionConfig } from "./session-config.ts";

/** The facts about a tool that decide whether a session may use it. */
export interface RuledTool {
  readonly slug: string;
  readonly toolkitSlug: string;
  readonly tags: readonly string[];
}

/** The part of a catalog that the settings of a session allow. */
export interface SessionRules {
  readonly allowsToolkit: (slug: string) => boolean;
  /** Also false for a tool of a toolkit that is not allowed. */
  readonly allowsTool: (tool: RuledTool) => boolean;
}

/**
 * Creates the rules of a session. A tool has to pass both the lists and the tags. The tags of `tools.<toolkit>`
 * replace the session's.
 */
export function createSessionRules(config: SessionConfig): SessionRules {
  const allowsToolkit = createListTest(config.toolkits);
  const byTags = createTagTest(config.tags);
  const ofToolkits = new Map(
    Object.entries(config.tools).map(([slug, { tags, ...lists }]) => {
      const byList = createListTest(lists);
      const byOwnTags = tags === undefined ? byTags : createTagTest(tags);
      return [slug, (tool: RuledTool) => byList(tool.slug) && byOwnTags(tool)];
    }),
  );
  return {
    allowsToolkit,
    allowsTool: (tool) =>
      allowsToolkit(tool.toolkitSlug) && (ofToolkits.get(tool.toolkitSlug) ?? byTags)(tool),
  };
}

interface Lists {
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
}

function createListTest({ enabled, disabled }: Lists): (slug: string) => boolean {
  const [wanted, unwanted] = [enabled && new Set(enabled), new Set(disabled)];
  return (slug) => (wanted === undefined || wanted.has(slug)) && !unwanted.has(slug);
}

function createTagTest({ enabled = [], disabled = [] }: Lists): (tool: RuledTool) => boolean {
  const [wanted, unwanted] = [new Set(enabled), new Set(disabled)];
  return ({ tags }) =>
    (wanted.size === 0 || tags.some((tag) => wanted.has(tag))) &&
    !tags.some((tag) => unwanted.has(tag));
}
