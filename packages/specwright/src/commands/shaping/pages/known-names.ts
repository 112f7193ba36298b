/** What a parameter or a member is for. */
export type KnownKind =
  | "cursorParameters"
  | "lastItemParameters"
  | "offsetParameters"
  | "pageParameters"
  | "limitParameters"
  | "nextCursors"
  | "nextUrls"
  | "totalPages"
  | "totals"
  | "more"
  | "lists"
  | "containers"
  | "listContainers"
  | "besideLists";

/**
 * Names that APIs give to the parts of paged lists, in lower case and without separators (`page_token`, `pageToken` and
 * `page[token]` are the same). The ones that say most are first.
 */
export const knownNames: Readonly<Record<KnownKind, readonly string[]>> = {
  cursorParameters: [
    ...["cursor", "pagecursor", "nextcursor", "startcursor", "pagetoken", "nextpagetoken"],
    ...["nexttoken", "continuationtoken", "continuation", "startingtoken", "marker", "bookmark"],
    ...["scrollid", "after", "pageafter", "afterid", "startingafter"],
  ],
  /** Parameters that take the name of the last item. */
  lastItemParameters: ["startingafter", "afterid", "startafter"],
  offsetParameters: ["offset", "pageoffset", "skip", "$skip", "startat", "startindex", "start"],
  pageParameters: ["page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage"],
  limitParameters: [
    ...["limit", "perpage", "pagesize", "pagelimit", "size", "count", "maxresults", "maxitems"],
    ...["maxpagesize", "resultsperpage", "itemsperpage", "take", "top", "$top", "first", "rows"],
  ],
  nextCursors: [
    ...["nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "nextcontinuationtoken"],
    ...["continuationtoken", "nextstartcursor", "nextmarker", "nextbookmark", "endcursor"],
    ...["scrollid", "nextpage", "next", "after", "lastid", "cursor"],
  ],
  nextUrls: [
    ...["nexturl", "nextlink", "@odatanextlink", "nextpageurl", "nextpagelink", "nextpageuri"],
    ...["nexturi", "nexthref", "next", "nextpage", "href"],
  ],
  totalPages: ["totalpages", "pagecount", "numpages", "pagestotal", "lastpage", "pages"],
  totals: ["total", "totalcount", "totalitems", "totalresults", "totalsize", "count"],
  more: ["hasmore", "hasnext", "hasnextpage", "hasmoreitems", "moreresults", "istruncated", "more"],
  lists: [
    ...["data", "items", "results", "values", "records", "entries", "list", "elements", "content"],
    ...["objects", "resources", "nodes", "members", "hits", "rows", "docs", "value", "collection"],
  ],
  /** Members around what leads to the next page. */
  containers: [
    ...["meta", "metadata", "pagination", "paging", "page", "pageinfo", "paginginfo", "links"],
    ...["cursors", "responsemetadata", "next", "pages"],
  ],
  /** Members around a list. */
  listContainers: ["data", "result", "results", "response", "embedded", "hits"],
  /** Lists that are beside the one that is paged. */
  besideLists: ["errors", "warnings", "messages", "links", "facets", "included", "fields", "sort"],
};

/** A name as the lists above have it. */
export function simplifyName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9$@]/g, "");
}
