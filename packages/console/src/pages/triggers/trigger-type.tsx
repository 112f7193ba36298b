import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { triggerTypeQuery } from "../../api/triggers.ts";
import { CopyableId } from "../../parts/copy-button.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unread } from "../../parts/states.tsx";
import { stripMarkdown } from "../../parts/strip-markdown.ts";
import { WayBack } from "../../parts/way-back.tsx";
import { CreateTrigger } from "./create-trigger.tsx";
import { SamplePayload } from "./sample-payload.tsx";

/** One trigger type: when it fires, how it is set up, and what it sends. */
export function TriggerTypePage() {
  const { slug } = useParams({ from: "/shell/triggers/types/$slug" });
  const query = useQuery(triggerTypeQuery(slug));
  const { data: type } = query;
  return (
    <>
      <WayBack>
        <Link to="/triggers/types">← Types</Link>
      </WayBack>
      <PageHead title={type?.name ?? slug}>
        <CopyableId id={slug} name="slug of the type" />
        <Link
          to="/triggers"
          search={{ type: slug }}
          className="text-small text-accent underline underline-offset-2"
        >
          What listens to it
        </Link>
      </PageHead>
      {type !== undefined ? (
        <div className="grid gap-x-10 gap-y-8 p-5 lg:grid-cols-2">
          <div className="min-w-0 space-y-6">
            <p className="wrap-anywhere whitespace-pre-line">{stripMarkdown(type.description)}</p>
            {type.instructions !== "" && (
              <section aria-labelledby="instructions" className="space-y-2">
                <h2 id="instructions" className="text-large font-medium">
                  How it is set up
                </h2>
                <p className="text-soft wrap-anywhere whitespace-pre-line">{type.instructions}</p>
              </section>
            )}
            <CreateTrigger key={slug} type={type} />
          </div>
          <div className="min-w-0">
            <SamplePayload type={type} />
          </div>
        </div>
      ) : (
        <Unread
          query={query}
          label="The type is being read"
          className="grid gap-8 p-5 lg:grid-cols-2"
        >
          <div className="skeleton h-64" />
          <div className="skeleton h-64" />
        </Unread>
      )}
    </>
  );
}
