import { useQuery } from "@tanstack/react-query";
import type { ConsoleSession } from "../../../../../generated/types/index.js";
import { sessionQuery } from "../../api/session.ts";
import { configQuery } from "../../api/settings.ts";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unread } from "../../parts/states.tsx";
import { ConfigForm } from "./config-form.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { Keys } from "./keys.tsx";
import { ProjectName } from "./project-name.tsx";
import { Quotas } from "./quotas.tsx";
import { Section } from "./section.tsx";

/** The project as a whole: its settings, its keys, its quotas, and what cannot be undone. */
export function Settings() {
  const { data: session } = useQuery(sessionQuery);
  const config = useQuery(configQuery);
  const project = session?.project;
  return (
    <>
      <PageHead title="Settings">
        {project != null && <CopyableId id={project.id} name="id of the project" />}
      </PageHead>
      {session === undefined || project == null ? null : config.data !== undefined ? (
        <div className="max-w-3xl space-y-9 p-5">
          <Section title="Project">
            <NamePart session={session} project={project} />
            <ConfigForm config={config.data} />
          </Section>
          <Section
            title="Keys"
            about="Programs send a key with each request. It has all rights in the project."
          >
            {session.key_type === "organization" ? (
              <Keys key={project.id} project={project} />
            ) : (
              <NeedsOrganizationKey what="see, make and delete keys" />
            )}
          </Section>
          <Section title="Quotas" about="The operator of this service sets the limits.">
            <Quotas />
          </Section>
          <Section title="Danger zone" about="None of this can be undone.">
            <DangerZone session={session} project={project} />
          </Section>
        </div>
      ) : (
        <Unread
          query={config}
          label="The settings are being read"
          className="max-w-3xl space-y-6 p-5"
        >
          <div className="skeleton h-72" />
          <div className="skeleton h-40" />
        </Unread>
      )}
    </>
  );
}

function NamePart({
  session,
  project,
}: {
  readonly session: ConsoleSession;
  readonly project: NonNullable<ConsoleSession["project"]>;
}) {
  return session.key_type === "organization" ? (
    <ProjectName key={project.name} project={project} />
  ) : (
    <p className="rounded-large border bg-panel px-4 py-3 wrap-anywhere">
      <span className="text-soft">Name</span> <span className="font-medium">{project.name}</span>
    </p>
  );
}

/** What a session of a project key is told where the owner alone may act. */
function NeedsOrganizationKey({ what }: { readonly what: string }) {
  return (
    <p className="rounded-large border bg-panel px-4 py-3 text-soft">
      You are signed in with the key of the project. Sign in with the key of the organization, which
      begins with <code className="font-mono text-small">oak_</code>, to {what}.
    </p>
  );
}
