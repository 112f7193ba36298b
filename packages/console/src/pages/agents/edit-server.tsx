import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mcpKey } from "../../../../../generated/query/index.js";
import type { McpServerDetail } from "../../../../../generated/types/index.js";
import { agentActions, readLiveConfigs } from "../../api/agents.ts";
import { Button } from "../../parts/button.tsx";
import { planServerChange, toServerDraft } from "./server-change.ts";
import { type ServerDraft, ServerForm } from "./server-form.tsx";

/** Changes an MCP server. Its address stays, so clients see the change with their next request. */
export function EditServer({
  server,
  onDone,
}: {
  readonly server: McpServerDetail;
  readonly onDone: () => void;
}) {
  const client = useQueryClient();
  // The page reads the server every few seconds. What is compared is what the form showed at first.
  const [first] = useState(server);
  const [draft] = useState(() => toServerDraft(first));
  const update = useMutation(agentActions.updateServer);
  const save = useMutation({
    mutationFn: async (next: ServerDraft) => {
      const configs = await readLiveConfigs(first.auth_config_ids);
      await update.mutateAsync({ id: first.id, body: planServerChange(first, next, configs) });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: mcpKey() });
      onDone();
    },
  });
  return (
    <section aria-labelledby="edit" className="min-w-0 space-y-4">
      <h2 id="edit" className="text-large font-medium">
        Change the server
      </h2>
      <p className="text-soft">
        Its address stays. Clients see the change with their next request, and a tool that you take
        away is refused from then on.
      </p>
      <ServerForm first={draft} save={save} text="Save">
        <Button onClick={onDone}>Cancel</Button>
      </ServerForm>
    </section>
  );
}
