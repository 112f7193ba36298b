import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { projectsKey } from "../../../../../generated/query/index.js";
import type { ConsoleSession } from "../../../../../generated/types/index.js";
import { sessionQuery } from "../../api/session.ts";
import { projectActions } from "../../api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { ProjectNameField } from "../projects/project-name-field.tsx";

/** Renames the project. `isNew`: its name is not yet one that somebody chose. */
export function ProjectName({
  project,
  isNew = false,
}: {
  readonly project: NonNullable<ConsoleSession["project"]>;
  readonly isNew?: boolean;
}) {
  const client = useQueryClient();
  const [name, setName] = useState(isNew ? "" : project.name);
  const rename = useMutation({
    ...projectActions.rename,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await client.invalidateQueries({ queryKey: projectsKey() });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rename.mutate({ nano_id: project.id, body: { name } });
  };
  return (
    <form onSubmit={submit} className="space-y-3 rounded-large border bg-panel p-4">
      <div className="flex flex-wrap items-start gap-2">
        <ProjectNameField value={name} onValue={setName} />
        <Button type="submit" disabled={rename.isPending || name === project.name} className="mt-6">
          {rename.isPending ? "Renaming…" : isNew ? "Name it" : "Rename"}
        </Button>
      </div>
      {rename.isError && <FailureLine error={rename.error} />}
    </form>
  );
}
