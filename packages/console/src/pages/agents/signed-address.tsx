import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { McpServerDetail } from "../../../../../generated/types/index.js";
import { agentActions } from "../../api/agents.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { ClientSetup } from "./client-setup.tsx";
import { writeAddressSetups } from "./write-setups.ts";

/** The address of a user with its signature, where the project does not require a key. */
export function SignedAddress({
  server,
  user,
}: {
  readonly server: McpServerDetail;
  readonly user: string;
}) {
  // The address before stays until the new one is there, and with it the client that was chosen.
  const [url, setUrl] = useState<string>();
  const sign = useMutation({
    ...agentActions.signAddress,
    onSuccess: ({ user_ids_url }) => setUrl(user_ids_url[0]),
  });
  const body = { mcp_server_id: server.id, user_ids: [user] };
  return (
    <div className="space-y-3">
      {url === undefined ? (
        <p className="text-soft">
          The project does not require its key for MCP, so the signature in an address is the proof.
        </p>
      ) : (
        <>
          <ClientSetup setups={writeAddressSetups(server.name, url)} />
          <p className="text-soft wrap-anywhere">
            The address is a secret: whoever has it acts for {user}.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {url === undefined && (
          <Button kind="main" disabled={sign.isPending} onClick={() => sign.mutate({ body })}>
            {sign.isPending ? "Signing it…" : "Make the address"}
          </Button>
        )}
        <ConfirmButton
          text="End all addresses"
          title={`End all addresses of ${server.name}?`}
          onConfirm={() => sign.mutateAsync({ body: { ...body, rotate: true } })}
        >
          <p>
            This cannot be undone. Every address that was signed before, of every user, is refused
            from this moment. A new one for {user} is made.
          </p>
        </ConfirmButton>
      </div>
      {sign.isError && <FailureLine error={sign.error} />}
    </div>
  );
}
