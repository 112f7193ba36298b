import { type ComponentProps, type ReactNode, useId } from "react";

/** A field of one line with its label, and with what somebody should know about it. */
export function TextField({
  label,
  about,
  value,
  onValue,
  className = "",
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value"> & {
  readonly label: string;
  readonly about?: ReactNode;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={`space-y-1 ${className}`}>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        id={id}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        {...(about !== undefined && { "aria-describedby": `${id}-about` })}
        className="field w-full"
      />
      {about !== undefined && (
        <p id={`${id}-about`} className="text-small text-soft">
          {about}
        </p>
      )}
    </div>
  );
}
