import { useMutation, useQueryClient } from "@tanstack/react-query";
import { connectedAccountsKey } from "../../../../../generated/query/index.js";
import type { ConnectedAccountResponse } from "../../../../../generated/types/index.js";
import { reconnectAccount } from "../../api/connecting.ts";
import { explainCallFailure } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { openTab } from "../../parts/open-tab.ts";

/** Connects an account again: by itself where the application allows it, or at the link page in a new tab. */
export function ReconnectButton({
  account,
  isMain = false,
}: {
  readonly account: ConnectedAccountResponse;
  readonly isMain?: boolean;
}) {
  const client = useQueryClient();
  const reconnect = useMutation({
    mutationFn: () => openTab(() => reconnectAccount(account)),
    onSettled: () => client.invalidateQueries({ queryKey: connectedAccountsKey() }),
  });
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Button
        kind={isMain ? "main" : "usual"}
        disabled={reconnect.isPending}
        onClick={() => reconnect.mutate()}
      >
        {reconnect.isPending ? "Opening…" : "Reconnect"}
      </Button>
      {reconnect.isError && (
        <span role="alert" className="text-small text-bad">
          {explainCallFailure(reconnect.error).title}
        </span>
      )}
    </span>
  );
}
