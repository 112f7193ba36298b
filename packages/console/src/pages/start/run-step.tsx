import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { logsKey } from "../../../../../generated/query/index.js";
import { runToolMutation } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { FailureLine } from "../../parts/states.tsx";

/** Runs a tool of the example application that needs no account. `isNext`: the steps before are done. */
export function RunStep({ isNext }: { readonly isNext: boolean }) {
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState("world");
  const run = useMutation({
    ...runToolMutation,
    onSuccess: () => client.invalidateQueries({ queryKey: logsKey() }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate({ tool_slug: "EXAMPLE_SAY_HELLO", body: { arguments: { name } } });
  };
  return (
    <>
      <p className="text-soft">
        <Link
          to="/tools/$toolkit/$tool"
          params={{ toolkit: "example", tool: "EXAMPLE_SAY_HELLO" }}
          className="font-mono text-small text-accent underline underline-offset-2"
        >
          EXAMPLE_SAY_HELLO
        </Link>{" "}
        needs no account. Its page shows the same call as code.
      </p>
      <form onSubmit={submit} className="flex max-w-xl flex-wrap items-end gap-2">
        <div className="min-w-40 flex-1 space-y-1">
          <label htmlFor={id} className="font-mono text-small font-medium">
            name
          </label>
          <input
            id={id}
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
            className="field w-full"
          />
        </div>
        <Button type="submit" kind={isNext ? "main" : "usual"} disabled={run.isPending}>
          {run.isPending ? "Running…" : "Say hello"}
        </Button>
      </form>
      {run.isError && <FailureLine error={run.error} />}
      {run.data !== undefined && <JsonView value={run.data.data} name="the answer" />}
    </>
  );
}
