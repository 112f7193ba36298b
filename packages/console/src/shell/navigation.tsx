import { Link } from "@tanstack/react-router";
import { Icon } from "../parts/icon.tsx";
import { pages } from "./pages.ts";

/** The pages of the console. */
export function Navigation() {
  return (
    <nav aria-label="Pages" className="sticky top-0 p-2">
      <ul className="flex flex-col gap-px">
        {pages.map(({ path, name, key, icon }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: path === "/", includeSearch: false }}
              className="group flex h-8 items-center gap-2.5 rounded-base px-2.5 text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium aria-[current=page]:text-accent"
            >
              <Icon path={icon} />
              {name}
              <span
                aria-hidden="true"
                className="ml-auto hidden font-mono text-tiny text-faint group-hover:inline"
              >
                g {key}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
