import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import type { LogSearch } from "../../api/logs.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/time.tsx";

const fields = [
  { name: "tool", label: "Tool", placeholder: "Tool, such as GITHUB_CREATE_ISSUE" },
  { name: "toolkit", label: "Toolkit", placeholder: "Toolkit" },
  { name: "user", label: "User", placeholder: "User" },
  { name: "account", label: "Account", placeholder: "Account (ca_…)" },
] as const;

/** The filters of the list. What is typed is in the address after Enter, or when the field is left. */
export function Filters({ search }: { readonly search: LogSearch }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<LogSearch>(search);
  // The address may change by a link, or by the way back.
  useEffect(() => setTyped(search), [search]);
  const apply = (next: LogSearch): void => {
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value));
    if (JSON.stringify(kept) !== JSON.stringify(search)) {
      void navigate({ to: "/logs", search: kept, replace: true });
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply(trim(typed));
  };
  return (
    <search>
      <form
        onSubmit={submit}
        className="grid grid-cols-2 gap-2 border-b px-5 py-3 lg:flex lg:flex-wrap"
      >
        {fields.map(({ name, label, placeholder }, index) => (
          <input
            key={name}
            type="search"
            aria-label={label}
            placeholder={placeholder}
            {...(index === 0 && { "data-search": "", "aria-keyshortcuts": "/" })}
            value={typed[name] ?? ""}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            onBlur={() => apply(trim(typed))}
            spellCheck={false}
            className={`field min-w-0 ${index === 0 ? "col-span-2 lg:w-72" : "lg:w-40"}`}
          />
        ))}
        <select
          aria-label="Result"
          value={search.result ?? ""}
          onChange={(event) => {
            const { value } = event.target;
            const { result: _, ...rest } = trim(typed);
            apply(value === "failed" || value === "successful" ? { ...rest, result: value } : rest);
          }}
          className="field"
        >
          <option value="">All results</option>
          <option value="successful">Succeeded</option>
          <option value="failed">Failed or interrupted</option>
        </select>
        {search.until !== undefined && (
          <span className="flex items-center gap-1.5 text-small text-soft">
            Before <Time at={search.until} />
          </span>
        )}
        {Object.keys(search).length > 0 && <Button onClick={() => apply({})}>Clear</Button>}
        <button type="submit" className="sr-only">
          Apply the filters
        </button>
      </form>
    </search>
  );
}

function trim(search: LogSearch): LogSearch {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, value.trim()]));
}
