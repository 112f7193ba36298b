import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { createSessionOptions } from "../../api/start.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { FailureLine } from "../../parts/states.tsx";

/** Makes an address for an agent, with what its client needs to be told. */
export function AgentStep({
  user: first,
  hasExample,
  isNext,
}: {
  readonly user: string;
  readonly hasExample: boolean;
  readonly isNext: boolean;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const user = typed ?? first;
  const session = useMutation(createSessionOptions);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    session.mutate({ body: { user_id: user } });
  };
  const url = session.data?.mcp.url;
  return (
    <>
      <p className="text-soft">
        An agent reaches all tools of the project over MCP, and acts for one user.
      </p>
      {url === undefined ? (
        <form onSubmit={submit} className="flex max-w-xl flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1 space-y-1">
            <label htmlFor={id} className="font-medium">
              User of the agent
            </label>
            <input
              id={id}
              required
              maxLength={256}
              value={user}
              onChange={({ target }) => setTyped(target.value)}
              spellCheck={false}
              autoComplete="off"
              className="field w-full"
            />
          </div>
          <Button type="submit" kind={isNext ? "main" : "usual"} disabled={session.isPending}>
            {session.isPending ? "Making it…" : "Make an address"}
          </Button>
        </form>
      ) : (
        <div className="max-w-xl space-y-3">
          <CodeBlock
            text={`claude mcp add --transport http platform ${url}`}
            name="the command for Claude Code"
          />
          <CodeBlock
            text={JSON.stringify({ mcpServers: { platform: { type: "http", url } } }, undefined, 2)}
            name="the settings for other clients"
          />
          <p className="text-soft">
            The address is a secret: whoever has it acts for {user}. Then ask the agent:{" "}
            <q>
              {hasExample
                ? "Say hello to Ada with the example application."
                : "Which tools can you use?"}
            </q>{" "}
            The step is done when it runs a tool.
          </p>
        </div>
      )}
      {session.isError && <FailureLine error={session.error} />}
    </>
  );
}
