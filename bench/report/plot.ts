/** A bar of a plot. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  /** True for our own result. */
  readonly isOwn: boolean;
}

const rowHeight = 26;
const labelWidth = 330;
const barWidth = 300;
const width = labelWidth + barWidth + 80;

/**
 * Draws horizontal bars as an SVG file. Its title and description contain every figure, for people who cannot see it.
 * The colours work on light and dark backgrounds.
 */
export function plotBars(title: string, bars: readonly Bar[]): string {
  const largest = Math.max(...bars.map(({ value }) => value));
  const height = 48 + bars.length * rowHeight;
  const description = bars.map(({ label, text }) => `${label}: ${text}`).join("; ");
  const rows = bars.map((bar, index) => {
    const y = 44 + index * rowHeight;
    const length = Math.max(2, (bar.value / largest) * barWidth);
    return [
      `  <text x="${labelWidth - 10}" y="${y + 14}" text-anchor="end">${escapeXml(bar.label)}</text>`,
      `  <rect x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="18" rx="2"${bar.isOwn ? ' class="own"' : ""}/>`,
      `  <text x="${(labelWidth + length + 8).toFixed(1)}" y="${y + 14}">${escapeXml(bar.text)}</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escapeXml(title)}</title>
  <desc id="description">${escapeXml(`${description}.`)}</desc>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-weight: 600; }
    rect { fill: #8c959f; }
    .own { fill: #0969da; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .own { fill: #58a6ff; }
    }
  </style>
  <text x="10" y="22" class="title">${escapeXml(title)}</text>
${rows.join("\n")}
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
