import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { mcpKey } from "../../../../../generated/query/index.js";
import type { McpServerDetail } from "../../../../../generated/types/index.js";
import { agentActions, serverQuery } from "../../api/agents.ts";
import { leaveDeleted } from "../../api/query-client.ts";
import { configQuery } from "../../api/settings.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { Fact } from "../../parts/fact.tsx";
import { TextField } from "../../parts/fields/text-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unread } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { WayBack } from "../../parts/way-back.tsx";
import { ClientSetup } from "./client-setup.tsx";
import { EditServer } from "./edit-server.tsx";
import { SignedAddress } from "./signed-address.tsx";
import { writeServerSetups } from "./write-setups.ts";

/** One MCP server: how clients of a user get it, what it shows and how that is changed, and its end. */
export function Server() {
  const { id } = useParams({ from: "/shell/agents/$id" });
  const [isEdited, setEdited] = useState(false);
  const [user, setUser] = useState("default");
  const [variable, setVariable] = useState("PLATFORM_API_KEY");
  const settled = useDeferredValue({ user: user.trim() || "default", variable });
  const isName = /^[A-Za-z_]\w{0,63}$/.test(settled.variable);
  const shown = isName ? settled.variable : "PLATFORM_API_KEY";
  const query = useQuery({
    ...serverQuery(id, settled.user, shown),
    placeholderData: keepPreviousData,
  });
  const { data: server } = query;
  const { data: config } = useQuery(configQuery);
  const needsKey = config?.require_mcp_api_key !== false;
  return (
    <>
      <WayBack>
        <Link to="/agents">← Agents</Link>
      </WayBack>
      <PageHead title={server?.name ?? "MCP server"}>
        <CopyableId id={id} name="id of the server" />
        {server !== undefined && !isEdited && (
          <Button className="sm:ml-auto" onClick={() => setEdited(true)}>
            Change the server
          </Button>
        )}
      </PageHead>
      {server !== undefined ? (
        <div className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
          {isEdited && <EditServer server={server} onDone={() => setEdited(false)} />}
          <div hidden={isEdited} className="min-w-0 space-y-5">
            <h2 className="text-large font-medium">Add it to a client</h2>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="User"
                about="For whom the tools run, as you name the person."
                maxLength={256}
                value={user}
                onValue={setUser}
              />
              <TextField
                label="Variable with the key"
                about="The environment of the client has the key of the project."
                maxLength={64}
                value={variable}
                aria-invalid={!isName}
                onValue={setVariable}
              />
            </div>
            {!isName && (
              <p role="alert" className="text-small text-bad">
                A variable has letters, digits and _, and does not begin with a digit.
              </p>
            )}
            {needsKey ? (
              <ClientSetup setups={writeServerSetups(server, settled.user, shown)} />
            ) : (
              <SignedAddress key={settled.user} server={server} user={settled.user} />
            )}
          </div>
          <div className="space-y-5">
            <Facts server={server} />
            <Remove server={server} />
          </div>
        </div>
      ) : (
        <Unread query={query} label="The server is being read" className="space-y-4 p-5">
          <div className="skeleton h-12" />
          <div className="skeleton h-48" />
        </Unread>
      )}
    </>
  );
}

function Facts({ server }: { readonly server: McpServerDetail }) {
  const { toolkits, allowed_tools: tools, server_instance_count: users, created_at } = server;
  return (
    <dl className="h-fit divide-y rounded-large border bg-panel">
      <Fact name="Toolkits">{toolkits.join(", ")}</Fact>
      <Fact name="Tools">
        {tools.length === 0 ? (
          "All of its toolkits"
        ) : (
          <details>
            <summary>{tools.length === 1 ? "1 tool" : `${tools.length} tools`}</summary>
            <ul className="py-1 font-mono text-small text-soft">
              {tools.map((tool) => (
                <li key={tool} className="truncate">
                  {tool}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Fact>
      <Fact name="Users">{users}</Fact>
      <Fact name="Accounts">
        {server.managed_auth_via_platform ? "Users get a link" : "Not asked for"}
      </Fact>
      <Fact name="Made">
        <Time at={created_at} isLong />
      </Fact>
    </dl>
  );
}

function Remove({ server }: { readonly server: McpServerDetail }) {
  const navigate = useNavigate();
  const remove = useMutation(agentActions.removeServer);
  return (
    <ConfirmButton
      text="Delete the server"
      title={`Delete the server ${server.name}?`}
      onConfirm={async () => {
        await remove.mutateAsync({ id: server.id });
        await leaveDeleted(mcpKey(), () => navigate({ to: "/agents" }));
      }}
    >
      <p>This cannot be undone. These are lost:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>its address, at which every client is refused from this moment</li>
        <li>addresses with a signature, and the instances of its users</li>
      </ul>
      <p>Connected accounts and logs stay.</p>
    </ConfirmButton>
  );
}
