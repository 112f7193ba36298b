import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toolkitsKey } from "../../../../../generated/query/index.js";
import { deleteToolkitOptions } from "../../api/importing.ts";
import { leaveDeleted } from "../../api/query-client.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";

/** Deletes a toolkit that the project imported. */
export function DeleteToolkitButton({
  slug,
  name,
}: {
  readonly slug: string;
  readonly name: string;
}) {
  const navigate = useNavigate();
  const remove = useMutation(deleteToolkitOptions);
  return (
    <ConfirmButton
      text="Delete"
      title={`Delete ${name}?`}
      onConfirm={async () => {
        await remove.mutateAsync({ slug });
        await leaveDeleted(toolkitsKey(), () => navigate({ to: "/tools" }));
      }}
    >
      <p>This cannot be undone. These are lost:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>its document in all versions, and its tools</li>
        <li>its auth configs, with the accounts and triggers of each</li>
      </ul>
      <p>Logs stay.</p>
    </ConfirmButton>
  );
}
