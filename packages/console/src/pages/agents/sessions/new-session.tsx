import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { toolRouterKey } from "../../../../../../generated/query/index.js";
import { agentActions } from "../../../api/agents.ts";
import { sessionQuery } from "../../../api/session.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/fields/text-field.tsx";
import { PageHead } from "../../../parts/page-head.tsx";
import { FailureLine } from "../../../parts/states.tsx";
import { WayBack } from "../../../parts/way-back.tsx";
import { type Picked, ToolPicker } from "../tool-picker.tsx";
import { changeKnownSessions } from "./known-sessions.ts";

/** Makes a session for an agent of a user. */
export function NewSession() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const project = session?.project?.id ?? "";
  const [user, setUser] = useState("me");
  const [picked, pick] = useState<Picked>({});
  const create = useMutation({
    ...agentActions.createSession,
    onSuccess: async (made) => {
      changeKnownSessions(project, (before) => [made, ...before]);
      await client.invalidateQueries({ queryKey: toolRouterKey() });
      await navigate({ to: "/agents/sessions/$handle", params: { handle: made.handle } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const enabled = Object.keys(picked);
    const tools = Object.entries(picked).filter(([, slugs]) => slugs.length > 0);
    create.mutate({
      body: {
        user_id: user.trim(),
        ...(enabled.length > 0 && { toolkits: { enabled } }),
        ...(tools.length > 0 && {
          tools: Object.fromEntries(tools.map(([slug, slugs]) => [slug, { enabled: [...slugs] }])),
        }),
      },
    });
  };
  return (
    <>
      <WayBack>
        <Link to="/agents/sessions">← Sessions</Link>
      </WayBack>
      <PageHead title="A new session" />
      <form onSubmit={submit} className="max-w-2xl space-y-5 p-5">
        <TextField
          label="User of the agent"
          about="For whom the tools run, as you name the person."
          required
          maxLength={256}
          value={user}
          onValue={setUser}
        />
        <ToolPicker picked={picked} onPick={pick} />
        {Object.keys(picked).length === 0 && (
          <p className="text-small text-soft">Without a choice, the session has all toolkits.</p>
        )}
        {create.isError && <FailureLine error={create.error} />}
        <Button type="submit" kind="main" disabled={create.isPending}>
          {create.isPending ? "Making it…" : "Make the session"}
        </Button>
      </form>
    </>
  );
}
