import { useEffect, useRef, useState } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** One line, or one row of bars. */
export interface PlotSeries {
  readonly name: string;
  /** A value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** The class of its colour as a text, such as `text-accent`. */
  readonly colour: string;
}

/** Pixels. */
const height = 168;

/**
 * Values over time. Bars are drawn over one another, so that a series that is a part of the one before shows as such. The values under the
 * pointer are in the line above; for people who do not see the plot, `summary` says it in words.
 */
export function TimePlot({
  kind,
  times,
  series,
  summary,
  format,
}: {
  readonly kind: "bars" | "lines";
  /** The beginnings of the buckets, in seconds. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly summary: string;
  readonly format: (value: number) => string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLUListElement>(null);
  const plot = useRef<UPlot>(undefined);
  const [pointed, point] = useState<number | null>(null);
  const newest = useRef(format);
  newest.current = format;
  // The plot is made anew when it has other series, and otherwise gets new values, so that it does not flicker.
  const names = series.map(({ name }) => name).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are set below
  useEffect(() => {
    const { current: parent } = place;
    if (parent === null) {
      return;
    }
    const readColour = (index: number) => (): string => {
      const mark = marks.current?.querySelectorAll("[data-mark]")[index];
      return mark === undefined ? "gray" : getComputedStyle(mark).color;
    };
    const made = new UPlot(
      describePlot({
        kind,
        series,
        width: parent.clientWidth,
        readColour,
        format: (value) => newest.current(value),
        onPoint: point,
      }),
      toData(times, series),
      parent,
    );
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    resized.observe(parent);
    const redraw = (): void => made.redraw(false);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    const chosen = new MutationObserver(redraw);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      resized.disconnect();
      chosen.disconnect();
      scheme.removeEventListener("change", redraw);
      made.destroy();
    };
  }, [kind, names]);
  useEffect(() => plot.current?.setData(toData(times, series)), [times, series]);
  const at = pointed === null ? undefined : times[pointed];
  return (
    <div>
      <ul
        ref={marks}
        className="mb-2 flex min-h-5 flex-wrap gap-x-4 text-small text-soft tabular-nums"
      >
        {series.map(({ name, values, colour }) => {
          const value = pointed === null ? null : values[pointed];
          return (
            <li key={name} className="flex items-center gap-1.5">
              <span
                data-mark=""
                aria-hidden="true"
                className={`h-2 w-2 rounded-small bg-current ${colour}`}
              />
              {name}
              {value != null && <span className="font-medium text-text">{format(value)}</span>}
            </li>
          );
        })}
        {at !== undefined && <li className="ml-auto">{pointedTime.format(at * 1000)}</li>}
      </ul>
      <div ref={place} role="img" aria-label={summary} className="-ml-1" style={{ height }} />
    </div>
  );
}

const pointedTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "2-digit" });

function padRange(times: ArrayLike<number>, from: number, to: number): [number, number] {
  const half = ((times[1] ?? 0) - (times[0] ?? 0)) / 2;
  return [from - half, to + half];
}

function toData(times: readonly number[], series: readonly PlotSeries[]): UPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
}

interface Description {
  readonly kind: "bars" | "lines";
  readonly series: readonly PlotSeries[];
  readonly width: number;
  readonly readColour: (index: number) => () => string;
  readonly format: (value: number) => string;
  readonly onPoint: (index: number | null) => void;
}

function describePlot({
  kind,
  series,
  width,
  readColour,
  format,
  onPoint,
}: Description): UPlot.Options {
  const paths = kind === "bars" ? UPlot.paths.bars?.({ size: [0.72, 24] }) : undefined;
  return {
    width,
    height,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === "lines" } },
    scales: {
      // Half a bucket more on both sides, so that the first and the last bar are whole.
      x: { time: true, range: ({ data }, from, to) => padRange(data[0], from, to) },
      y: {
        range: (_, __, most) => [0, kind === "bars" ? Math.max(most ?? 0, 4) : (most ?? 1) * 1.1],
      },
    },
    axes: [
      describeAxis({
        size: 26,
        space: 64,
        values: (_, splits, __, ___, step) =>
          splits.map((time) => (step >= 86_400 ? day : clock).format(time * 1000)),
      }),
      describeAxis({
        size: 52,
        space: 34,
        values: (_, splits) =>
          splits.map((value) => (kind === "bars" && value % 1 !== 0 ? "" : format(value))),
      }),
    ],
    series: [
      {},
      ...series.map(({ name }, index) => ({
        label: name,
        stroke: readColour(index),
        width: kind === "lines" ? 1.5 : 0,
        points: { show: kind === "lines", size: 4, fill: readColour(index) },
        ...(kind === "bars" && { fill: readColour(index) }),
        ...(paths !== undefined && { paths }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

function describeAxis(axis: UPlot.Axis): UPlot.Axis {
  return {
    stroke: () => readToken("--color-soft"),
    font: '11px ui-sans-serif, system-ui, "Liberation Sans", sans-serif',
    grid: { stroke: () => readToken("--color-line"), width: 1 },
    ticks: { show: false },
    ...axis,
  };
}

/** The colour that a token has at present. A canvas does not know `light-dark()`, so an element is asked. */
function readToken(name: string): string {
  const element = document.createElement("i");
  element.style.color = `var(${name})`;
  document.body.append(element);
  const { color } = getComputedStyle(element);
  element.remove();
  return color;
}
