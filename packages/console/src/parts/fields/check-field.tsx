import type { ReactNode } from "react";

/** A choice of yes or no, with what it means. */
export function CheckField({
  label,
  about,
  checked,
  onChecked,
}: {
  readonly label: ReactNode;
  readonly about?: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChecked(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{label}</span>
        {about !== undefined && <span className="block text-small text-soft">{about}</span>}
      </span>
    </label>
  );
}
