import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toolkitsQuery, toolsQuery } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { FailureNotice } from "../../parts/states.tsx";

/** The chosen toolkits, and of each the chosen tools; an empty list is all of them. */
export type Picked = Readonly<Record<string, readonly string[]>>;

const list = "max-h-72 divide-y overflow-y-auto rounded-base border bg-page";
const row = "flex items-center gap-2.5 px-3 py-2 has-checked:bg-accent-tint";

/** Chooses toolkits, and of each all tools or some. */
export function ToolPicker({
  picked,
  onPick,
}: {
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
}) {
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery({
    ...toolkitsQuery(search),
    placeholderData: keepPreviousData,
  });
  const found = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const names = Object.keys(picked);
  const toggle = (slug: string): void => {
    const { [slug]: before, ...others } = picked;
    onPick(before === undefined ? { ...picked, [slug]: [] } : others);
  };
  return (
    <fieldset className="space-y-3">
      <legend className="font-medium">Toolkits and tools</legend>
      <SearchField value={search} label="Search toolkits" onSearch={setSearch} />
      {query.isPending ? (
        <div role="status" aria-label="The toolkits are being read" className="skeleton h-40" />
      ) : query.isError && found.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={list}>
          {found.length === 0 && <p className="px-3 py-2 text-soft">No toolkit matches.</p>}
          {found.map(({ slug, name, meta }) => (
            <label key={slug} className={row}>
              <input
                type="checkbox"
                checked={picked[slug] !== undefined}
                onChange={() => toggle(slug)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">{name}</span>{" "}
                <code className="font-mono text-small text-soft">{slug}</code>
              </span>
              <span className="text-small text-soft">
                {meta.tools_count === 1 ? "1 tool" : `${meta.tools_count} tools`}
              </span>
            </label>
          ))}
        </div>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more toolkits
        </Button>
      )}
      {names.map((slug) => (
        <ToolsOf
          key={slug}
          toolkit={slug}
          chosen={picked[slug] ?? []}
          onChoose={(tools) => onPick({ ...picked, [slug]: tools })}
          onRemove={() => toggle(slug)}
        />
      ))}
    </fieldset>
  );
}

function ToolsOf({
  toolkit,
  chosen,
  onChoose,
  onRemove,
}: {
  readonly toolkit: string;
  readonly chosen: readonly string[];
  readonly onChoose: (tools: readonly string[]) => void;
  readonly onRemove: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="space-y-2 rounded-base border bg-panel px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-small font-medium">{toolkit}</code>
        <span className="text-small text-soft">
          {chosen.length === 0
            ? "all tools"
            : chosen.length === 1
              ? "1 tool"
              : `${chosen.length} tools`}
        </span>
        <span className="ml-auto flex gap-2">
          <Button
            aria-expanded={isOpen}
            aria-label={`Choose tools of ${toolkit}`}
            onClick={() => setOpen(!isOpen)}
          >
            Choose tools
          </Button>
          <Button aria-label={`Remove ${toolkit}`} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </div>
      {isOpen && <ToolList toolkit={toolkit} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

function ToolList({
  toolkit,
  chosen,
  onChoose,
}: {
  readonly toolkit: string;
  readonly chosen: readonly string[];
  readonly onChoose: (tools: readonly string[]) => void;
}) {
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery({
    ...toolsQuery(toolkit, search),
    placeholderData: keepPreviousData,
  });
  const tools = query.data?.pages.flatMap(({ items }) => items) ?? [];
  // Tools that were chosen before, of a later page or of none: one that the toolkit has no longer can only be taken away here.
  const unlisted =
    search === "" ? chosen.filter((slug) => !tools.some((tool) => tool.slug === slug)) : [];
  const shown = [...unlisted.map((slug) => ({ slug, name: slug })), ...tools];
  return (
    <div className="space-y-2">
      <SearchField value={search} label={`Search tools of ${toolkit}`} onSearch={setSearch} />
      {query.isPending ? (
        <div role="status" aria-label="The tools are being read" className="skeleton h-32" />
      ) : query.isError && tools.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={list}>
          {shown.length === 0 && <p className="px-3 py-2 text-soft">No tool matches.</p>}
          {shown.map(({ slug, name }) => (
            <label key={slug} className={row}>
              <input
                type="checkbox"
                checked={chosen.includes(slug)}
                onChange={({ target }) =>
                  onChoose(
                    target.checked ? [...chosen, slug] : chosen.filter((each) => each !== slug),
                  )
                }
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{name}</span>
                <code className="block truncate font-mono text-small text-soft">{slug}</code>
              </span>
            </label>
          ))}
        </div>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more tools
        </Button>
      )}
    </div>
  );
}
