import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { projectActions } from "../../api/settings.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { TextField } from "../../parts/fields/text-field.tsx";

/** Erases all that is stored of one user. */
export function EraseUser() {
  const client = useQueryClient();
  const [user, setUser] = useState("");
  const erase = useMutation({
    ...projectActions.eraseUser,
    onSettled: () => client.invalidateQueries(),
  });
  const name = user.trim();
  const erased = Object.entries(erase.data?.erased ?? {}).filter(([, count]) => count > 0);
  return (
    <div className="space-y-3 px-4 py-3">
      <div>
        <h3 className="font-medium">Erase a user</h3>
        <p className="text-soft">For a person who asks you to delete all that you have of them.</p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="User, as you named it"
          maxLength={256}
          value={user}
          onValue={setUser}
          className="min-w-48 flex-1"
        />
        <ConfirmButton
          text="Erase the user"
          title={`Erase everything of ${name}?`}
          typed={name}
          disabled={name === ""}
          onConfirm={async () => {
            await erase.mutateAsync({ user_id: name });
            setUser("");
          }}
        >
          <p>This cannot be undone. These are lost:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>connected accounts of the user, with their credentials and triggers</li>
            <li>sessions of agents and instances of MCP servers for the user</li>
            <li>events with their deliveries, logs, and files that tools returned</li>
          </ul>
          <p>Auth configs stay, and so do files that were uploaded.</p>
        </ConfirmButton>
      </div>
      {erase.data !== undefined && (
        <p role="status" className="wrap-anywhere text-good">
          Erased of {erase.data.user_id}:{" "}
          {erased.length === 0
            ? "nothing was stored"
            : erased.map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`).join(", ")}
          .
        </p>
      )}
    </div>
  );
}
