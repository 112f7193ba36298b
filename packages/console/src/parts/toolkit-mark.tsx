import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../api/session.ts";

/** The picture of a toolkit, where this service has it. Of another one it is the first letters: the console asks no other host. */
export function ToolkitMark({ name, logo }: { readonly name: string; readonly logo: string }) {
  const { data: session } = useQuery(sessionQuery);
  const prefix = `${session?.base_url}/`;
  // The page may have another address of the service than the one in `logo`, such as 127.0.0.1.
  return logo.startsWith(prefix) ? (
    <img
      src={`/${logo.slice(prefix.length)}`}
      alt=""
      className="size-9 shrink-0 rounded-base border bg-hover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-base border bg-hover font-mono text-small font-medium text-soft"
    >
      {name.slice(0, 2)}
    </span>
  );
}
