import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { ConsoleSession } from "../../../../generated/types/index.js";
import { chooseProject } from "../api/session.ts";
import { Icon } from "../parts/icon.tsx";

/** The projects of an organization key. The browser itself closes it, by Esc and by a click elsewhere. */
export function ProjectMenu({ session }: { readonly session: ConsoleSession }) {
  const id = useId();
  const client = useQueryClient();
  const close = (): void => document.getElementById(id)?.hidePopover();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex h-8 min-w-0 items-center gap-1.5 rounded-base px-2 font-medium hover:bg-hover"
      >
        {session.project === null ? (
          "Choose a project"
        ) : (
          <span className="truncate">
            <span className="sr-only">Project: </span>
            {session.project.name}
          </span>
        )}
        <Icon path="m4.5 6.5 3.5 3.5 3.5-3.5" className="text-soft" />
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto top-12 left-3 m-0 w-64 rounded-large border bg-raised p-1.5 text-text shadow-raised md:left-[15rem]"
      >
        <ul className="max-h-80 overflow-y-auto">
          {session.projects.map((project) => (
            <li key={project.id}>
              <button
                type="button"
                aria-current={project.id === session.project?.id}
                className="flex h-8 w-full items-center rounded-small px-2 text-left hover:bg-hover aria-[current=true]:font-medium aria-[current=true]:text-accent"
                onClick={() => {
                  close();
                  void chooseProject(client, project);
                }}
              >
                <span className="truncate">{project.name}</span>
              </button>
            </li>
          ))}
        </ul>
        <Link
          to="/projects"
          onClick={close}
          className="mt-1.5 flex h-8 items-center rounded-small border-t px-2 text-soft hover:bg-hover"
        >
          All projects, and a new one
        </Link>
      </div>
    </>
  );
}
