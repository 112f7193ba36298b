import { Link } from "@tanstack/react-router";
import type { ToolExecution } from "../../../../../generated/types/index.js";
import { JsonView } from "../../parts/json-view.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { formatDuration } from "../../parts/time.tsx";

/** One run of a tool on this page: what was sent, and what came of it. */
export interface Run {
  readonly input: Readonly<Record<string, unknown>>;
  /** Milliseconds between the request and the whole answer. */
  readonly took: number;
  readonly answer?: ToolExecution;
  readonly error?: unknown;
}

/** What the last run sent and got. */
export function Outcome({
  run,
  isRunning,
}: {
  readonly run: Run | undefined;
  readonly isRunning: boolean;
}) {
  return (
    <section aria-label="Outcome" aria-live="polite" aria-busy={isRunning} className="space-y-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-large font-medium">Answer</h2>
        {isRunning ? (
          <p className="text-small text-accent">Running…</p>
        ) : (
          run !== undefined && <Result run={run} />
        )}
      </div>
      {run === undefined ? (
        <p className="rounded-base border border-dashed px-4 py-8 text-center text-soft">
          Run the tool to see the answer of the application.
        </p>
      ) : (
        <div className={`space-y-3 ${isRunning ? "opacity-60" : ""}`}>
          {run.error !== undefined && <FailureLine error={run.error} />}
          {run.answer?.successful === false && (
            <p className="rounded-base border border-bad/30 bg-bad-tint px-4 py-3 text-bad wrap-anywhere">
              {run.answer.error}
            </p>
          )}
          {run.answer !== undefined && <JsonView value={run.answer.data} name="the answer" />}
          <details className="rounded-base border bg-panel">
            <summary className="px-3 py-2 text-soft hover:text-text">Arguments of this run</summary>
            <div className="border-t p-2">
              <JsonView value={run.input} name="the arguments" />
            </div>
          </details>
        </div>
      )}
    </section>
  );
}

function Result({ run: { answer, took } }: { readonly run: Run }) {
  return (
    <>
      <p
        className={`text-small font-medium ${answer?.successful === true ? "text-good" : "text-bad"}`}
      >
        {answer === undefined ? "Not run" : answer.successful ? "Succeeded" : "Failed"}
      </p>
      <p className="text-small text-soft tabular-nums">{formatDuration(took)}</p>
      {answer !== undefined && (
        <Link
          to="/logs/$id"
          params={{ id: answer.log_id }}
          className="ml-auto text-small text-accent underline underline-offset-2"
        >
          Open its log
        </Link>
      )}
    </>
  );
}
