/** A section of the report: a table of figures, with the subject and the method of the measurement. */
export interface Section {
  readonly title: string;
  /** The command, the input, and the two sides of the ratio. */
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A chart of the figures, in a file beside the report. */
  readonly plot?: Plot;
}

/** A file with a picture, and its caption. */
export interface Plot {
  /** The name of the file, such as `generation.svg`. */
  readonly file: string;
  readonly alternative: string;
  /** Absent in stored results: the file has the picture. */
  readonly svg?: string;
}

/**
 * One part of the benchmark. It skips measurements whose tools or documents this machine does not have, and says so in
 * its text.
 */
export type Benchmark = () => Promise<Section>;

/** A section as Markdown. */
export function renderSection({ title, text, columns, rows, plot }: Section): string {
  const renderTableLine = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    renderTableLine(columns),
    renderTableLine(columns.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...rows.map(renderTableLine),
  ];
  const picture = plot === undefined ? "" : `\n![${plot.alternative}](${plot.file})\n`;
  return `## ${title}\n\n${text}\n\n${table.join("\n")}\n${picture}`;
}

/** A ratio with two digits, such as `1.4×`. */
export function formatRatio(value: number, base: number): string {
  return `${(value / base).toPrecision(2)}×`;
}
