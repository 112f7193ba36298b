import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { projectsKey } from "../../../../../generated/query/index.js";
import type { ConsoleSession, ProjectApiKey } from "../../../../../generated/types/index.js";
import { projectActions, projectQuery } from "../../api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { TextField } from "../../parts/fields/text-field.tsx";
import { KeyOnce } from "../../parts/key-once.tsx";
import { FailureLine, Unread } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";

/** The keys of a project: when each was used, a new one, and the end of one. */
export function Keys({ project }: { readonly project: NonNullable<ConsoleSession["project"]> }) {
  const client = useQueryClient();
  const query = useQuery(projectQuery(project.id));
  const [name, setName] = useState("");
  const [made, setMade] = useState<{ readonly name: string; readonly key: string }>();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: projectsKey() });
  const create = useMutation({
    ...projectActions.createKey,
    onSuccess: (key) => {
      setMade(key);
      setName("");
    },
    onSettled,
  });
  const remove = useMutation({ ...projectActions.removeKey, onSettled });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ nano_id: project.id, body: { name } });
  };
  if (query.data === undefined) {
    return <Unread query={query} label="The keys are being read" className="skeleton h-24" />;
  }
  const { api_keys: keys } = query.data;
  return (
    <div className="space-y-3">
      {made !== undefined && (
        <KeyOnce name={made.name} value={made.key} onClose={() => setMade(undefined)} />
      )}
      <div className="divide-y rounded-large border bg-panel">
        {keys.length === 0 && (
          <p className="px-4 py-3 text-soft">The project has no key, so no program can use it.</p>
        )}
        <ul className="divide-y empty:hidden">
          {keys.map((key) => (
            <Row
              key={key.id}
              apiKey={key}
              onRemove={() => remove.mutateAsync({ nano_id: project.id, key_id: key.id })}
            />
          ))}
        </ul>
        <form onSubmit={submit} className="flex flex-wrap items-start gap-2 px-4 py-3">
          <TextField
            label="Name of a new key"
            about="Where it is used, such as staging."
            required
            maxLength={75}
            pattern="[A-Za-z0-9_\-]+"
            title="Letters, digits, _ and -, without spaces"
            value={name}
            onValue={setName}
            className="min-w-48 flex-1"
          />
          <Button type="submit" disabled={create.isPending} className="mt-6">
            {create.isPending ? "Making it…" : "Make a key"}
          </Button>
        </form>
      </div>
      {create.isError && <FailureLine error={create.error} />}
    </div>
  );
}

function Row({
  apiKey,
  onRemove,
}: {
  readonly apiKey: ProjectApiKey;
  readonly onRemove: () => Promise<unknown>;
}) {
  const { name, key, created_at, last_used_at } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <code className="font-mono text-small text-soft">{key}</code>
      </p>
      <p className="text-small text-soft">
        <span className="block">
          Made <Time at={created_at} />
        </span>
        {last_used_at === null ? (
          "Not used yet"
        ) : (
          <>
            Last used <Time at={last_used_at} />
          </>
        )}
      </p>
      <ConfirmButton
        text="Revoke"
        title={`Revoke the key ${name}?`}
        typed={name}
        onConfirm={onRemove}
      >
        <p>This cannot be undone. These are lost:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>the access of every program that has it, from this moment</li>
          <li>sessions of the console that began with it</li>
        </ul>
        <p>
          {last_used_at === null ? (
            "It was not used yet."
          ) : (
            <>
              It was last used <Time at={last_used_at} />, within an hour.
            </>
          )}
        </p>
      </ConfirmButton>
    </li>
  );
}
