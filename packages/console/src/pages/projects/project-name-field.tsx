import { TextField } from "../../parts/fields/text-field.tsx";

/** The name of a project, as the service takes it. */
export function ProjectNameField({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <TextField
      label="Name of the project"
      about="3 to 75 letters, digits, _ and -, such as support-agent."
      required
      minLength={3}
      maxLength={75}
      pattern="[A-Za-z0-9_\-]+"
      title="Letters, digits, _ and -, without spaces"
      value={value}
      onValue={onValue}
      className="min-w-48 flex-1"
    />
  );
}
