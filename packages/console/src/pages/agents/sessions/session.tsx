import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { sessionQuery } from "../../../api/session.ts";
import { PageHead } from "../../../parts/page-head.tsx";
import { Notice } from "../../../parts/states.tsx";
import { Time } from "../../../parts/time.tsx";
import { WayBack } from "../../../parts/way-back.tsx";
import { ClientSetup } from "../client-setup.tsx";
import { writeAddressSetups } from "../write-setups.ts";
import { EndSessionButton } from "./end-session-button.tsx";
import { useKnownSessions } from "./known-sessions.ts";
import { nameToolkits } from "./name-toolkits.ts";
import { Playground } from "./playground.tsx";

/** A session that this tab made: its address for a client, and what an agent would do with it. */
export function SessionPage() {
  const { handle } = useParams({ from: "/shell/agents/sessions/$handle" });
  const navigate = useNavigate();
  const { data } = useQuery(sessionQuery);
  const project = data?.project?.id ?? "";
  const session = useKnownSessions(project).find((each) => each.handle === handle);
  const user = session?.config.user_id;
  return (
    <>
      <WayBack>
        <Link to="/agents/sessions">← Sessions</Link>
      </WayBack>
      <PageHead title={user ?? "Session"}>
        {session !== undefined && user !== undefined && (
          <>
            <p className="text-small text-soft">
              {nameToolkits(session.config.toolkits)}, until <Time at={session.expires_at} />
            </p>
            <div className="sm:ml-auto">
              <EndSessionButton
                session={{ handle, user }}
                project={project}
                onEnded={() => navigate({ to: "/agents/sessions" })}
              />
            </div>
          </>
        )}
      </PageHead>
      {session === undefined ? (
        <Notice icon="empty" title="This tab does not have the address of the session">
          <p>
            The address is a secret, so the service cannot show it again. Make another session, and
            end this one in the list if nobody uses it.
          </p>
          <Link to="/agents/sessions" className="text-accent underline underline-offset-2">
            Open the list
          </Link>
        </Notice>
      ) : (
        <div className="grid gap-x-8 gap-y-7 p-5 xl:grid-cols-2">
          <section aria-labelledby="client" className="min-w-0 space-y-2">
            <h2 id="client" className="text-large font-medium">
              Add it to a client
            </h2>
            <ClientSetup setups={writeAddressSetups("platform", session.mcp.url)} />
            <p className="text-soft wrap-anywhere">
              The address is a secret: whoever has it acts for {user}. It is shown in this tab until
              you load the page again.
            </p>
          </section>
          <div className="min-w-0">
            <Playground key={handle} session={session} />
          </div>
        </div>
      )}
    </>
  );
}
