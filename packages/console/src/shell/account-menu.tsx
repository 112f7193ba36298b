import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ConsoleSession } from "../../../../generated/types/index.js";
import { signOut } from "../api/session.ts";
import { Icon } from "../parts/icon.tsx";
import { Time } from "../parts/time.tsx";
import { applyTheme, readTheme, type Theme } from "./theme.ts";

const themes: readonly { readonly value: Theme; readonly name: string }[] = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
];

/** Who is signed in, the colours, and the sign-out. The browser itself closes it, by Esc and by a click elsewhere. */
export function AccountMenu({ session }: { readonly session: ConsoleSession }) {
  const id = useId();
  const kind = session.key_type === "project" ? "Project key" : "Organization key";
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex h-8 items-center gap-2 rounded-base px-2 text-soft hover:bg-hover hover:text-text"
      >
        <Icon path="M10.2 9.5a3.7 3.7 0 1 0-3.5-2.5L2 11.7V14h2.3v-1.5h1.5V11h1.5l1.3-1.7M10.8 5.2v.1" />
        <span className="sr-only sm:not-sr-only">{kind}</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto top-12 right-3 m-0 w-64 rounded-large border bg-raised p-1.5 text-text shadow-raised md:right-5"
      >
        <div className="border-b px-2 pt-1 pb-2.5 text-small">
          <p className="font-medium">{session.project?.name ?? session.organization.name}</p>
          <p className="font-mono text-soft">{session.project?.id ?? session.organization.id}</p>
          <p className="mt-1 text-soft">
            Signed in until <Time at={session.expires_at} />
          </p>
        </div>
        <ThemeChoice />
        <SignOutButton />
      </div>
    </>
  );
}

function ThemeChoice() {
  const name = useId();
  const [theme, setTheme] = useState(readTheme);
  return (
    <fieldset className="border-b px-2 py-2.5">
      <legend className="sr-only">Colours</legend>
      <div className="grid grid-cols-3 gap-0.5 rounded-base bg-hover p-0.5">
        {themes.map((each) => (
          <label
            key={each.value}
            className="flex h-7 items-center justify-center rounded-small text-small text-soft has-checked:bg-raised has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={theme === each.value}
              onChange={() => {
                setTheme(each.value);
                applyTheme(each.value);
              }}
            />
            {each.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SignOutButton() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut(client);
    await navigate({ to: "/sign-in" });
  };
  return (
    <button
      type="button"
      className="mt-1.5 flex h-8 w-full items-center gap-2 rounded-small px-2 hover:bg-hover"
      onClick={() => void leave()}
    >
      <Icon path="M6.5 2.5H3v11h3.5M7 8h7M11 5l3 3-3 3" />
      Sign out
    </button>
  );
}
