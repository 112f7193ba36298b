import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useRef, useState } from "react";
import { logsKey } from "../../../../../../generated/query/index.js";
import type {
  ExecuteMetaToolRequest,
  ToolRouterSession,
} from "../../../../../../generated/types/index.js";
import { agentActions, metaToolsQuery } from "../../../api/agents.ts";
import { Button } from "../../../parts/button.tsx";
import { JsonView } from "../../../parts/json-view.tsx";
import { FailureLine, Unread } from "../../../parts/states.tsx";
import {
  type ArgumentsDraft,
  ArgumentsForm,
  emptyArguments,
  readArguments,
} from "../../tools/form/arguments-form.tsx";

/** One call of a meta tool, and what came of it. */
interface Turn {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer?: {
    readonly data: unknown;
    readonly error: string | null;
    readonly log_id: string;
  };
  readonly failure?: unknown;
}

/** A conversation without a model: a person calls the meta tools of a session as an agent would. */
export function Playground({ session }: { readonly session: ToolRouterSession }) {
  const { session_id } = session;
  const query = useQuery(metaToolsQuery(session_id));
  const client = useQueryClient();
  const id = useId();
  const [chosen, choose] = useState<string>(session.tool_router_tools[0] ?? "");
  const [drafts, setDrafts] = useState<Readonly<Record<string, ArgumentsDraft>>>({});
  const [isAsked, setAsked] = useState(false);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { mutateAsync, isPending } = useMutation(agentActions.callMetaTool);
  if (query.data === undefined) {
    return <Unread query={query} label="The meta tools are being read" className="skeleton h-64" />;
  }
  const tool = query.data.items.find(({ slug }) => slug === chosen) ?? query.data.items[0];
  if (tool === undefined) {
    return null;
  }
  const draft = drafts[tool.slug] ?? emptyArguments;
  const { value: input, problems } = readArguments(tool.input_parameters, draft);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (problems.size > 0 || isPending) {
      return;
    }
    // The form is made of the schema of the meta tool that the service gave.
    const body = { slug: tool.slug, arguments: input } as ExecuteMetaToolRequest;
    const outcome = await mutateAsync({ session_id, body }).then(
      (answer) => ({ answer }),
      (failure: unknown) => ({ failure }),
    );
    setTurns((before) => [...before, { tool: tool.slug, input, ...outcome }]);
    setAsked(false);
    await client.invalidateQueries({ queryKey: logsKey() });
    form.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-4">
      <div>
        <h2 id={`${id}-title`} className="text-large font-medium">
          Playground
        </h2>
        <p className="text-soft wrap-anywhere">
          You are the model: call what an agent of {session.config.user_id} would call, and see what
          it would see.
        </p>
      </div>
      {turns.length > 0 && (
        <ol aria-label="Calls" aria-live="polite" className="space-y-4">
          {turns.map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
            <TurnView key={index} turn={turn} />
          ))}
        </ol>
      )}
      <form
        ref={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="space-y-4 rounded-large border bg-panel p-4"
      >
        <div className="space-y-1">
          <label htmlFor={id} className="font-medium">
            Meta tool
          </label>
          <select
            id={id}
            value={tool.slug}
            onChange={({ target }) => {
              choose(target.value);
              setAsked(false);
            }}
            className="field w-full font-mono text-small"
          >
            {query.data.items.map(({ slug }) => (
              <option key={slug}>{slug}</option>
            ))}
          </select>
          <p className="text-small whitespace-pre-line text-soft wrap-anywhere">
            {tool.description}
          </p>
        </div>
        <ArgumentsForm
          key={tool.slug}
          schema={tool.input_parameters}
          draft={draft}
          problems={isAsked ? problems : noProblems}
          onChange={(next) => setDrafts({ ...drafts, [tool.slug]: next })}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="main" disabled={isPending}>
            {isPending ? "Calling…" : "Call it"}
          </Button>
          {isAsked && problems.size > 0 && (
            <p role="alert" className="text-small text-bad">
              Some arguments are missing or wrong.
            </p>
          )}
        </div>
      </form>
    </section>
  );
}

const noProblems: ReadonlyMap<string, string> = new Map();

function TurnView({ turn }: { readonly turn: Turn }) {
  const { tool, input, answer, failure } = turn;
  return (
    <li className="space-y-2">
      <div className="ml-auto w-fit max-w-[90%] min-w-0 space-y-1 rounded-large bg-accent-tint px-3 py-2">
        <p className="font-mono text-small font-medium text-accent">{tool}</p>
        <pre className="font-mono text-small whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(input, undefined, 2)}
        </pre>
      </div>
      <div className="max-w-[95%] min-w-0 space-y-2">
        {failure !== undefined && <FailureLine error={failure} />}
        {answer?.error != null && (
          <p className="rounded-base border border-bad/30 bg-bad-tint px-4 py-3 text-bad wrap-anywhere">
            {answer.error}
          </p>
        )}
        {answer !== undefined && (
          <>
            <JsonView value={answer.data} name={`the answer of ${tool}`} />
            <Link
              to="/logs/$id"
              params={{ id: answer.log_id }}
              className="text-small text-accent underline underline-offset-2"
            >
              Open its log
            </Link>
          </>
        )}
      </div>
    </li>
  );
}
