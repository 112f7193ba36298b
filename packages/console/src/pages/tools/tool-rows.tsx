import { Link } from "@tanstack/react-router";
import type { Tool } from "../../../../../generated/types/index.js";
import { stripMarkdown } from "../../parts/strip-markdown.ts";

/** Tools as rows, each a link to its page. */
export function ToolRows({
  tools,
  isPending,
  hasToolkit = false,
}: {
  readonly tools: readonly Tool[];
  readonly isPending: boolean;
  readonly hasToolkit?: boolean;
}) {
  if (isPending) {
    return (
      <div
        role="status"
        aria-label="The tools are being read"
        className="divide-y rounded-large border bg-panel"
      >
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <div key={index} className="flex items-center gap-6 px-4 py-3.5">
            <span className="skeleton h-4 w-48" />
            <span className="skeleton h-4 w-72 max-md:hidden" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className="divide-y overflow-hidden rounded-large border bg-panel">
      {tools.map((tool) => (
        <li
          key={tool.slug}
          className="relative grid gap-x-6 px-4 py-2.5 hover:bg-hover has-focus-visible:bg-hover md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <div className="min-w-0">
            <Link
              to="/tools/$toolkit/$tool"
              params={{ toolkit: tool.toolkit.slug, tool: tool.slug }}
              className="block truncate font-medium after:absolute after:inset-0"
            >
              {tool.name}
            </Link>
            <code className="block truncate font-mono text-small text-soft">{tool.slug}</code>
          </div>
          <div className="min-w-0 max-md:mt-1">
            <p className="line-clamp-2 text-soft wrap-anywhere md:line-clamp-1">
              {stripMarkdown(tool.description)}
            </p>
            <p className="flex gap-3 text-small text-soft">
              {hasToolkit && <span>{tool.toolkit.name}</span>}
              {tool.no_auth && <span>No account needed</span>}
              {tool.tags.includes("readOnlyHint") && <span>Reads only</span>}
              {tool.tags.includes("destructiveHint") && (
                <span className="text-bad">Can delete or overwrite</span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
