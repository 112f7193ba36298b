import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import type { ConsoleSession, Tool } from "../../../../../generated/types/index.js";
import { explainCallFailure } from "../../api/failure.ts";
import { sessionQuery } from "../../api/session.ts";
import { runToolMutation, toolQuery } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unread } from "../../parts/states.tsx";
import { stripMarkdown } from "../../parts/strip-markdown.ts";
import { WayBack } from "../../parts/way-back.tsx";
import { AccountField, useAccounts } from "./account-field.tsx";
import { useArgumentsDraft } from "./drafts.ts";
import { ArgumentsForm, readArguments } from "./form/arguments-form.tsx";
import { UploadContext } from "./form/upload-context.ts";
import { Outcome, type Run } from "./outcome.tsx";
import { Samples } from "./samples.tsx";

/** One tool: what it does, a form that runs it, its answer, and the same call as code. */
export function ToolPage() {
  const { toolkit, tool: slug } = useParams({ from: "/shell/tools/$toolkit/$tool" });
  const query = useQuery(toolQuery(slug));
  const { data: session } = useQuery(sessionQuery);
  const { data: tool } = query;
  return (
    <>
      <WayBack>
        <Link to="/tools">Tools</Link>
        <span aria-hidden="true" className="text-faint">
          /
        </span>
        <Link to="/tools/$toolkit" params={{ toolkit }}>
          {tool?.toolkit.name ?? toolkit}
        </Link>
      </WayBack>
      <PageHead title={tool?.name ?? slug}>
        <CopyableId id={slug} name="slug of the tool" />
      </PageHead>
      {tool !== undefined && session !== undefined ? (
        <Workbench key={slug} tool={tool} session={session} />
      ) : (
        <Unread
          query={query}
          label="The tool is being read"
          className="grid gap-8 p-5 lg:grid-cols-2"
        >
          <div className="skeleton h-80" />
          <div className="skeleton h-80" />
        </Unread>
      )}
    </>
  );
}

function Workbench({ tool, session }: { readonly tool: Tool; readonly session: ConsoleSession }) {
  const [draft, change] = useArgumentsDraft(session.project?.id ?? "", tool.slug);
  const [isAsked, setAsked] = useState(false);
  const [run, setRun] = useState<Run>();
  const { query, accounts } = useAccounts(tool.toolkit.slug);
  const [picked, pick] = useState<string>();
  const account = (picked ?? (tool.no_auth ? "" : accounts[0]?.id)) || undefined;
  const { value: input, problems } = readArguments(tool.input_parameters, draft);
  // What the service refused stays at its field until the arguments change.
  const isRefused = run?.error !== undefined && JSON.stringify(run.input) === JSON.stringify(input);
  const shown = isAsked
    ? new Map([...(isRefused ? readRefusal(run.error) : []), ...problems])
    : noProblems;
  const beside = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending } = useMutation(runToolMutation);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (problems.size > 0 || isPending) {
      return;
    }
    const began = performance.now();
    const body = { ...(account && { connected_account_id: account }), arguments: input };
    const outcome = await mutateAsync({ tool_slug: tool.slug, body }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    // In a narrow window the answer is below the form.
    beside.current?.scrollIntoView({ block: "nearest" });
    setRun({ input, took: Math.round(performance.now() - began), ...outcome });
  };
  return (
    <div className="grid gap-x-10 gap-y-8 p-5 lg:grid-cols-2">
      <form
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.requestSubmit();
          }
        }}
        noValidate
        className="min-w-0 space-y-5"
      >
        <p className="wrap-anywhere whitespace-pre-line">{stripMarkdown(tool.description)}</p>
        <ToolFacts tool={tool} />
        <AccountField
          toolkit={tool.toolkit.slug}
          accounts={accounts}
          isPending={query.isPending}
          isOptional={tool.no_auth}
          chosen={account}
          onChoose={pick}
        />
        <UploadContext value={{ toolkit: tool.toolkit.slug, tool: tool.slug }}>
          <ArgumentsForm
            schema={tool.input_parameters}
            draft={draft}
            problems={shown}
            onChange={change}
          />
        </UploadContext>
        <div className="flex flex-wrap items-center gap-3 border-t pt-4">
          <Button
            type="submit"
            kind="main"
            // A tool that acts for somebody does not run before it is known for whom.
            disabled={isPending || (query.isPending && !tool.no_auth)}
          >
            {isPending ? "Running…" : "Run the tool"}
          </Button>
          <span className="text-small text-soft max-sm:hidden">Ctrl or ⌘ with Enter</span>
          {isAsked && problems.size > 0 && (
            <p role="alert" className="text-small text-bad">
              {problems.size === 1 ? "One argument is" : `${problems.size} arguments are`} missing
              or wrong.
            </p>
          )}
        </div>
      </form>
      <div ref={beside} className="min-w-0 scroll-mt-4 space-y-8 lg:sticky lg:top-5 lg:self-start">
        <Outcome run={run} isRunning={isPending} />
        <Samples call={{ baseUrl: session.base_url, tool: tool.slug, account, input }} />
      </div>
    </div>
  );
}

function ToolFacts({ tool }: { readonly tool: Tool }) {
  const { version, tags, scopes, is_deprecated } = tool;
  return (
    <>
      {is_deprecated && (
        <p className="rounded-base border bg-wait-tint px-4 py-3 text-wait">
          The tool is deprecated and does not run any more.
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        <span>
          Version <code className="font-mono">{version}</code>
        </span>
        {tags.includes("readOnlyHint") && <span>Reads only</span>}
        {tags.includes("destructiveHint") && (
          <span className="text-bad">Can delete or overwrite</span>
        )}
        {scopes.length > 0 && (
          <span className="wrap-anywhere">
            Needs <code className="font-mono">{scopes.join(" ")}</code>
          </span>
        )}
      </p>
    </>
  );
}

/** The lines of a refusal by their fields: `body.arguments.items[0].name: required`. */
function readRefusal(error: unknown): ReadonlyMap<string, string> {
  const lines = explainCallFailure(error).details.map((line) =>
    /^body\.arguments\.?(.*?): (.*)$/su.exec(line),
  );
  return new Map(
    lines.flatMap((match) =>
      match === null ? [] : [[toPath(match[1] ?? ""), match[2] ?? ""] as const],
    ),
  );
}

function toPath(place: string): string {
  return place.replaceAll(/\[(\d+)\]/g, ".$1");
}

const noProblems: ReadonlyMap<string, string> = new Map();
