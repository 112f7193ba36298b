import { Link } from "@tanstack/react-router";
import { Notice } from "../parts/states.tsx";

/** An address that the console does not have. */
export function UnknownPage() {
  return (
    <div>
      <h1 className="sr-only">Unknown page</h1>
      <Notice icon="empty" title="The console has no page at this address">
        <p>The address may be mistyped, or what it showed was deleted.</p>
        <Link to="/" className="text-accent underline underline-offset-2">
          Go to the start
        </Link>
      </Notice>
    </div>
  );
}
