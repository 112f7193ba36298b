import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { Fragment, lazy, Suspense, useEffect, useState } from "react";
import { isSessionOver } from "../api/failure.ts";
import { sessionQuery } from "../api/session.ts";
import { Icon } from "../parts/icon.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { useKeys } from "./keys.ts";
import { Navigation } from "./navigation.tsx";
import { SessionOver } from "./session-over.tsx";
import { TopBar } from "./top-bar.tsx";

const Projects = lazy(() =>
  import("../pages/projects/projects.tsx").then((module) => ({ default: module.Projects })),
);

/** The frame of every page behind the sign-in: navigation, top bar, and what holds everywhere. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const { pathname, href } = useLocation();
  const navigate = useNavigate();
  const { data: session, error } = useQuery(sessionQuery);
  useKeys(() => setOpen(false));
  // A narrow screen shows the page that was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the page changes
  useEffect(() => setOpen(false), [pathname]);
  const isOver = isSessionOver(error);
  useEffect(() => {
    // The address is that of the sign-in before its page is there.
    if (isOver && session === undefined && pathname !== "/sign-in") {
      void navigate({ to: "/sign-in", search: { to: href } });
    }
  }, [isOver, session, pathname, navigate, href]);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[13.5rem_1fr]">
      <a
        href="#page"
        className="sr-only z-20 rounded-base bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <header className="flex h-12 items-center gap-1 border-b bg-panel pr-3 pl-3 md:col-span-2 md:gap-0 md:pr-5">
        <button
          type="button"
          className="grid size-8 place-items-center rounded-base text-soft hover:bg-hover md:hidden"
          aria-label={isOpen ? "Close the navigation" : "Open the navigation"}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon path={isOpen ? "M3.5 3.5l9 9M12.5 3.5l-9 9" : "M2.5 4.5h11M2.5 8h11M2.5 11.5h11"} />
        </button>
        <div className="md:flex md:h-full md:w-[12.75rem] md:shrink-0 md:items-center md:border-r">
          <Link to="/" className="flex items-center gap-2 rounded-base px-1.5 py-1 font-semibold">
            <span className="grid size-5 place-items-center rounded-small bg-accent text-on-accent">
              <Icon path="M4 8h3l2-3.5M7 8l2 3.5h3M9 4.5h3" className="size-3.5" />
            </span>
            <span className="sr-only sm:not-sr-only">Integration Platform</span>
          </Link>
        </div>
        <div className="min-w-0 flex-1 pl-2 md:pl-5">
          {session !== undefined && <TopBar session={session} />}
        </div>
      </header>
      <div
        id="navigation"
        className={`${isOpen ? "block" : "hidden"} border-b bg-panel md:block md:border-r md:border-b-0`}
      >
        <Navigation />
      </div>
      <main id="page" tabIndex={-1} className="min-w-0 outline-none">
        <ConnectionLine />
        <Fragment key={`${session?.organization.id} ${session?.project?.id}`}>
          {session?.project === null && pathname !== "/projects" ? (
            <Suspense>
              <Projects stays />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </Fragment>
      </main>
      {isOver && session !== undefined && <SessionOver />}
    </div>
  );
}
