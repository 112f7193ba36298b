import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toolRouterKey } from "../../../../../../generated/query/index.js";
import { agentActions } from "../../../api/agents.ts";
import { isNotFound } from "../../../api/failure.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { changeKnownSessions } from "./known-sessions.ts";

/** Ends one session, which needs its handle and not its address. */
export function EndSessionButton({
  session: { handle, user },
  project,
  onEnded,
}: {
  readonly session: { readonly handle: string; readonly user: string };
  readonly project: string;
  /** Leaves a page that shows the session. */
  readonly onEnded?: () => Promise<void>;
}) {
  const client = useQueryClient();
  const remove = useMutation(agentActions.removeSession);
  return (
    <ConfirmButton
      text="End"
      title={`End the session of ${user}?`}
      onConfirm={async () => {
        await remove.mutateAsync({ handle }).catch((error: unknown) => {
          // It has ended already, by its user or by another tab.
          if (!isNotFound(error)) {
            throw error;
          }
        });
        await onEnded?.();
        changeKnownSessions(project, (before) => before.filter((each) => each.handle !== handle));
        await client.invalidateQueries({ queryKey: toolRouterKey() });
      }}
    >
      <p>This cannot be undone. These are lost:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>its address, at which the agent is refused from this moment</li>
        <li>calls that run, links that were not opened yet, and rests of results</li>
      </ul>
      <p>Connected accounts and logs stay.</p>
    </ConfirmButton>
  );
}
