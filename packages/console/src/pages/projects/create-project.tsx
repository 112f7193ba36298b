import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { projectsKey } from "../../../../../generated/query/index.js";
import { sessionQuery } from "../../api/session.ts";
import { projectActions } from "../../api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { KeyOnce } from "../../parts/key-once.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { ProjectNameField } from "./project-name-field.tsx";

/** Makes a project with its first key. */
export function CreateProject({
  onOpen,
}: {
  readonly onOpen: (project: { readonly id: string; readonly name: string }) => Promise<void>;
}) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const create = useMutation({
    ...projectActions.create,
    onSuccess: () => setName(""),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: projectsKey() });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ body: { name, should_create_api_key: true } });
  };
  const made = create.data;
  return (
    <section aria-labelledby="new-project" className="space-y-3">
      <h2 id="new-project" className="text-large font-medium">
        A new project
      </h2>
      {made?.api_key != null && (
        <KeyOnce
          name={`of ${made.name}`}
          value={made.api_key}
          onClose={() => {
            create.reset();
            void onOpen(made);
          }}
        />
      )}
      <form
        onSubmit={submit}
        className="flex flex-wrap items-start gap-2 rounded-large border bg-panel p-4"
      >
        <ProjectNameField value={name} onValue={setName} />
        <Button type="submit" disabled={create.isPending} className="mt-6">
          {create.isPending ? "Making it…" : "Make the project"}
        </Button>
      </form>
      {create.isError && <FailureLine error={create.error} />}
    </section>
  );
}
