import { styleText } from "node:util";
import type { DestinationStream } from "pino";

/** Labels of pino's levels, as wide as one another, with their colours. */
const labels: Readonly<Record<number, readonly [label: string, colour: "dim" | "yellow" | "red"]>> =
  {
    10: ["TRACE", "dim"],
    20: ["DEBUG", "dim"],
    30: ["INFO ", "dim"],
    40: ["WARN ", "yellow"],
    50: ["ERROR", "red"],
  };

/**
 * A destination for pino that writes lines for people, such as `12:03:04 WARN  not ready status=503`. The stack of an error is below
 * its line. Programs read JSON instead, so this is for terminals only.
 *
 * @param write receives each text, with its line break
 * @param hasColours whether the terminal shows colours
 */
export function createReadableLog(
  write: (text: string) => void,
  hasColours: boolean,
): DestinationStream {
  const paint = (colour: Parameters<typeof styleText>[0], text: string): string =>
    hasColours ? styleText(colour, text, { validateStream: false }) : text;
  return {
    write: (line) => {
      // pino writes one object a line.
      const { level, time, msg = "", err, ...members } = JSON.parse(line);
      const [label, colour] = labels[level] ?? ["FATAL", "red"];
      const { stack, ...failure } = { stack: undefined, ...err };
      const rest = Object.entries({ ...members, ...failure })
        .map(([name, value]) => `${name}=${toWord(value)}`)
        .join(" ");
      const parts = [paint("dim", toTime(time)), paint(colour, label), msg, paint("dim", rest)];
      const text = parts.join(" ").trimEnd();
      write(stack === undefined ? `${text}\n` : `${text}\n${paint("dim", String(stack))}\n`);
    },
  };
}

/** The time of day here, because a person at a terminal knows the date. */
function toTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function toWord(value: unknown): string {
  return typeof value === "string" && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}
