import { Link } from "@tanstack/react-router";
import type { ImportedToolkit, ToolkitImportLoss } from "../../../../../generated/types/index.js";

/** What an import made, and what of the document could not become a tool. */
export function ImportReport({ imported }: { readonly imported: ImportedToolkit }) {
  const { slug, name, meta, import_report: report } = imported;
  const { skipped_operations, skipped_operations_count, notes, notes_count } = report;
  return (
    <section aria-labelledby="report" className="min-w-0 space-y-5">
      <div role="status" className="space-y-2">
        <h2 id="report" className="text-large font-medium wrap-anywhere">
          {name} has {meta.tools_count === 1 ? "1 tool" : `${meta.tools_count} tools`}
        </h2>
        <p className="text-soft">
          {skipped_operations_count === 0
            ? "Every operation of the document became a tool."
            : `${skipped_operations_count === 1 ? "1 operation" : `${skipped_operations_count} operations`} could not become a tool.`}
        </p>
        <Link
          to="/tools/$toolkit"
          params={{ toolkit: slug }}
          className="inline-flex h-8 items-center rounded-base bg-accent px-3 font-medium text-on-accent hover:opacity-90"
        >
          Open the toolkit
        </Link>
      </div>
      <Losses
        title="Not a tool"
        look="text-bad"
        losses={skipped_operations}
        count={skipped_operations_count}
      />
      <Losses title="Notes" look="text-wait" losses={notes} count={notes_count} />
    </section>
  );
}

function Losses({
  title,
  look,
  losses,
  count,
}: {
  readonly title: string;
  readonly look: string;
  readonly losses: readonly ToolkitImportLoss[];
  readonly count: number;
}) {
  if (losses.length === 0) {
    return null;
  }
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className={`font-medium ${look}`}>{title}</h3>
      <ul className="divide-y overflow-hidden rounded-large border bg-panel">
        {losses.map(({ place, reason }) => (
          <li key={`${place}\n${reason}`} className="space-y-0.5 px-4 py-2.5">
            <code className="block font-mono text-small font-medium wrap-anywhere">{place}</code>
            <p className="text-soft wrap-anywhere">{reason}</p>
          </li>
        ))}
      </ul>
      {count > losses.length && (
        <p className="text-small text-soft">
          These are the first {losses.length} of {count}.
        </p>
      )}
    </section>
  );
}
