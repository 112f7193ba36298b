import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { firstAccountQuery, firstRunQuery, lastRunsQuery } from "../../api/start.ts";
import { toolkitQuery } from "../../api/tools.ts";
import { Icon } from "../../parts/icon.tsx";
import { FailureNotice } from "../../parts/states.tsx";
import { ConnectForm } from "../accounts/connect-form.tsx";
import { AgentStep } from "./agent-step.tsx";
import { RunStep } from "./run-step.tsx";

/** The toolkit whose application is this service itself. A deployment may leave it out. */
const example = "example";

/** The three steps. Each is done as soon as it happened, wherever that was. */
export function Steps() {
  const accounts = useQuery(firstAccountQuery);
  const first = useQuery(firstRunQuery);
  const last = useQuery(lastRunsQuery);
  const { isSuccess: hasExample } = useQuery(toolkitQuery(example));
  const all = [accounts, first, last];
  const failed = all.find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (all.some(({ isPending }) => isPending)) {
    return (
      <div role="status" aria-label="The steps are being read" className="space-y-4">
        <div className="skeleton h-44" />
        <div className="skeleton h-32" />
        <div className="skeleton h-32" />
      </div>
    );
  }
  const account = accounts.data?.items[0];
  const run = first.data?.logs[0];
  const agent = last.data?.logs.find(({ source }) => source === "mcp" || source === "tool_router");
  const done = [account, run, agent].filter((each) => each !== undefined).length;
  return (
    <section aria-labelledby="steps" className="min-w-0 space-y-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="steps" className="text-large font-medium">
          {done === 3 ? "Everything works" : "From nothing to a working agent"}
        </h2>
        <p className="text-small text-soft tabular-nums" aria-live="polite">
          {done} of 3 done
        </p>
      </div>
      <ol className="overflow-hidden rounded-large border bg-panel">
        <Step
          number={1}
          title="Connect an application"
          isDone={account !== undefined}
          done={
            <>
              {account?.user_id} is connected to {account?.toolkit.slug}.{" "}
              <Link to="/tools" className={link}>
                Connect another
              </Link>
            </>
          }
        >
          {hasExample ? (
            <>
              <p className="text-soft">
                The example application is part of this service, so it needs no internet. Its keys
                are any names after <code className="font-mono text-small">example-</code>, such as{" "}
                <code className="font-mono text-small">example-ada</code>.{" "}
                <Link to="/tools" className={link}>
                  Or choose another application
                </Link>
              </p>
              <ConnectForm toolkit={example} />
            </>
          ) : (
            <ChooseTool text="Choose an application and connect an account of yours." />
          )}
        </Step>
        <Step
          number={2}
          title="Run a tool"
          isDone={run !== undefined}
          done={
            run !== undefined && (
              <>
                <code className="font-mono text-small">{run.tool_slug}</code> succeeded.{" "}
                <Link to="/logs/$id" params={{ id: run.id }} className={link}>
                  Open its log
                </Link>
              </>
            )
          }
        >
          {hasExample ? (
            <RunStep isNext={account !== undefined} />
          ) : (
            <ChooseTool text="Choose a tool, fill in its arguments, and run it." />
          )}
        </Step>
        <Step
          number={3}
          title="Connect an agent"
          isDone={agent !== undefined}
          done={
            agent !== undefined && (
              <>
                An agent ran <code className="font-mono text-small">{agent.tool_slug}</code>.{" "}
                <Link to="/logs/$id" params={{ id: agent.id }} className={link}>
                  Open its log
                </Link>
              </>
            )
          }
        >
          <AgentStep user={account?.user_id ?? "me"} hasExample={hasExample} isNext={done === 2} />
        </Step>
      </ol>
    </section>
  );
}

const link = "text-accent underline underline-offset-2";

function ChooseTool({ text }: { readonly text: string }) {
  return (
    <p className="text-soft">
      {text}{" "}
      <Link to="/tools" className={link}>
        Open the tools
      </Link>
    </p>
  );
}

function Step({
  number,
  title,
  isDone,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly done: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex gap-4 border-b p-4 last:border-b-0 sm:p-5">
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full text-small font-medium ${isDone ? "bg-good-tint text-good" : "border border-strong-line/60 text-soft"}`}
      >
        {isDone ? <Icon path="m4 8.5 2.8 2.8L12 5.5" /> : number}
      </span>
      <div className="min-w-0 flex-1 space-y-3 pt-0.5">
        <h3 className="font-medium">
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </h3>
        {isDone ? <p className="text-soft wrap-anywhere">{done}</p> : children}
      </div>
    </li>
  );
}
