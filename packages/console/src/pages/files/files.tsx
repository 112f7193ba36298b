import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { StoredFile } from "../../../../../generated/types/index.js";
import { filesQuery } from "../../api/files.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";
import { ListPage } from "../../parts/lists/list-page.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { FileActions } from "./file-actions.tsx";

/** The files that tools took and returned, live. */
export function Files() {
  const search = useSearch({ from: "/shell/files" });
  const navigate = useNavigate();
  const query = useInfiniteQuery({ ...filesQuery(search), placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = search.tool !== undefined;
  return (
    <>
      <PageHead title="Files">
        <SearchField
          value={search.tool ?? ""}
          label="Tool, such as GITHUB_CREATE_ISSUE"
          onSearch={(tool) =>
            void navigate({
              to: "/files",
              search: tool ? { tool: tool.trim().toUpperCase() } : {},
              replace: true,
            })
          }
        />
        {isFiltered && <Button onClick={() => void navigate({ to: "/files" })}>Clear</Button>}
      </PageHead>
      <ListPage
        query={query}
        items={items}
        name="files"
        empty={
          <Notice
            icon="empty"
            title={isFiltered ? "No file is of this tool" : "There are no files yet"}
          >
            <p>Files show here that tools take as arguments, and files that tools return.</p>
          </Notice>
        }
      >
        {(file) => <Row key={file.id} file={file} />}
      </ListPage>
    </>
  );
}

function Row({ file }: { readonly file: StoredFile }) {
  const { key, filename, mimetype, size, toolkit_slug, tool_slug, created_at, expires_at } = file;
  return (
    <li className="flex items-center gap-x-5 gap-y-1 border-b px-5 py-2.5 max-md:flex-wrap">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p className="truncate font-medium">{filename}</p>
        <p className="flex min-w-0 gap-x-3 text-small text-soft">
          <span className="truncate">{mimetype}</span>
          <Link
            to="/tools/$toolkit/$tool"
            params={{ toolkit: toolkit_slug, tool: tool_slug }}
            className="truncate font-mono hover:underline"
          >
            {tool_slug}
          </Link>
        </p>
      </div>
      <span className="w-56 max-lg:hidden">
        <CopyableId id={key} name="key of the file" />
      </span>
      <span className="text-small tabular-nums md:w-24 md:text-right">
        {size === null ? <Badge word="Not uploaded" look="wait" /> : formatSize(size)}
      </span>
      <span className="text-small text-soft max-md:ml-auto md:w-36 md:text-right">
        {expires_at === null ? (
          <Time at={created_at} />
        ) : (
          <>
            Until <Time at={expires_at} />
          </>
        )}
      </span>
      <FileActions file={file} />
    </li>
  );
}

/** Bytes as people say them. */
function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 2);
  const unit = ["bytes", "KiB", "MiB"][power] ?? "";
  const amount = bytes / 1024 ** power;
  return `${amount.toLocaleString("en", { maximumFractionDigits: power === 0 ? 0 : 1 })} ${unit}`;
}
