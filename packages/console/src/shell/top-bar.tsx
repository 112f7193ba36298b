import type { ConsoleSession } from "../../../../generated/types/index.js";
import { AccountMenu } from "./account-menu.tsx";
import { ProjectMenu } from "./project-menu.tsx";

/** Where the person is: the project, and the address of the service. */
export function TopBar({ session }: { readonly session: ConsoleSession }) {
  const { project, organization, base_url } = session;
  const host = new URL(base_url).host;
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      <div className="flex min-w-0 items-center gap-2">
        <span className="hidden text-soft lg:inline">{organization.name}</span>
        <span aria-hidden="true" className="hidden text-faint lg:inline">
          /
        </span>
        {session.key_type === "organization" ? (
          <ProjectMenu session={session} />
        ) : (
          <span className="truncate font-medium">{project?.name}</span>
        )}
      </div>
      <span className="hidden h-5 items-center rounded-full border px-2 font-mono text-tiny text-soft sm:inline-flex">
        {host}
      </span>
      <div className="ml-auto">
        <AccountMenu session={session} />
      </div>
    </div>
  );
}
