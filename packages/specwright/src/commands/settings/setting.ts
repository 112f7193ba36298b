/** How a setting is written and checked, on the command line and in `redocly.yaml`. */
export interface Setting<Value> {
  /** The flags of the setting. Empty for settings that only `redocly.yaml` has. */
  readonly flags: readonly Flag<Value>[];
  /** Finds every problem of a value in `redocly.yaml`. A value without problems has the type of the setting. */
  readonly check: (value: unknown, name: string) => readonly SettingProblem[];
  /** Returns the value with absolute paths. The given paths are relative to `folder`. */
  readonly resolve: (value: Value, folder: string) => Value;
  /** Returns the value as words of a command line. Empty for the default value, and for settings without a flag. */
  readonly listWords: (value: Value, toPath: (path: string) => string) => readonly string[];
}

/** An option of the command line. */
export interface Flag<Value = unknown> {
  /** In Commander's syntax, such as `-t, --targets <names>`. */
  readonly flags: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /**
   * Parses the value. Without it, the value is the text itself. `previous` is the value of an earlier occurrence of the
   * same flag.
   */
  readonly parse?: (text: string, previous: Value | undefined) => Value | InvalidValue;
}

/** Why the value of a flag cannot be used, and how to fix it. */
export class InvalidValue {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** A problem of a value: the message, the place within the value, and the fix. */
export interface SettingProblem {
  /** JSON Pointer from the value to the wrong member. `""` for the whole value. */
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
}

/** Makes the check of a setting whose value is valid or invalid as a whole. */
export function checkWhole(
  isValid: (value: unknown) => boolean,
  fix: string,
): Setting<unknown>["check"] {
  return (value, name) =>
    isValid(value) ? [] : [{ pointer: "", message: `The value of \`${name}\` is not valid.`, fix }];
}
