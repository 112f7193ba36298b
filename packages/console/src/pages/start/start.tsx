import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ConsoleSession } from "../../../../../generated/types/index.js";
import { sessionQuery } from "../../api/session.ts";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProjectName } from "../settings/project-name.tsx";
import { Steps } from "./steps.tsx";

/** Where a person begins: three steps that complete themselves, and what this is signed in to. */
export function Start() {
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined) {
    return null;
  }
  return (
    <>
      <PageHead title="Start" />
      <div className="grid gap-x-10 gap-y-8 p-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          {session.key_type === "organization" && session.project?.name === "default" && (
            <NameFirst project={session.project} />
          )}
          <Steps />
        </div>
        <div className="min-w-0 space-y-8">
          <WhereYouAre session={session} />
          <section aria-labelledby="next" className="space-y-3">
            <h2 id="next" className="text-large font-medium">
              Go on
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2">
              <li>
                <Link to="/logs" className={card}>
                  <span className="font-medium">Logs</span>
                  <span className="mt-0.5 block text-soft">
                    Every execution of a tool, as it happens
                  </span>
                </Link>
              </li>
              <li>
                <a href="/docs/" className={card}>
                  <span className="font-medium">Reference</span>
                  <span className="mt-0.5 block text-soft">
                    Every operation of the API, with examples
                  </span>
                </a>
              </li>
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}

/** The project of a first start is called `default`, until somebody says what it is. */
function NameFirst({ project }: { readonly project: NonNullable<ConsoleSession["project"]> }) {
  return (
    <section aria-labelledby="name-first" className="space-y-3">
      <div>
        <h2 id="name-first" className="text-large font-medium">
          What is this project?
        </h2>
        <p className="text-soft">
          It is called default until you name it. Your users see the name when they connect an
          account.
        </p>
      </div>
      <ProjectName project={project} isNew />
    </section>
  );
}

const card = "block h-full rounded-large border bg-panel p-4 hover:bg-hover";

function WhereYouAre({ session }: { readonly session: ConsoleSession }) {
  const { project, organization, base_url } = session;
  const rows = [
    ["Project", project?.name ?? "None", project?.id],
    ["Organization", organization.name, organization.id],
    ["Address", "API", `${base_url}/api/v3`],
  ] as const;
  return (
    <section aria-labelledby="where" className="space-y-3">
      <h2 id="where" className="text-large font-medium">
        You are signed in to
      </h2>
      <dl className="divide-y rounded-large border bg-panel">
        {rows.map(([label, name, id]) => (
          <div key={label} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <dt className="w-24 text-soft">{label}</dt>
            <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
              <span>{name}</span>
              {id !== undefined && <CopyableId id={id} name={label.toLowerCase()} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
