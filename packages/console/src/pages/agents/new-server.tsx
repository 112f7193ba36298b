import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { mcpKey } from "../../../../../generated/query/index.js";
import { agentActions } from "../../api/agents.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { ServerForm } from "./server-form.tsx";

/** Makes an MCP server: its name, and the tools that it shows. */
export function NewServer() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    ...agentActions.createServer,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: mcpKey() });
      await navigate({ to: "/agents/$id", params: { id } });
    },
  });
  return (
    <>
      <WayBack>
        <Link to="/agents">← Agents</Link>
      </WayBack>
      <PageHead title="A new MCP server" />
      <div className="p-5">
        <ServerForm
          first={{ name: "", picked: {}, helps: true }}
          text="Make the server"
          save={{
            isPending,
            error,
            mutate: ({ name, picked, helps }) =>
              mutate({
                body: {
                  name,
                  toolkits: Object.keys(picked),
                  allowed_tools: Object.values(picked).flat(),
                  managed_auth_via_platform: helps,
                },
              }),
          }}
        />
      </div>
    </>
  );
}
