import type { OutputFile } from "../../output-file.ts";
import type { EmitContext } from "../target.ts";

/** The settings of the look. Their values are checked when they are read, and can be written into a style sheet. */
export interface Theme {
  /** The colour of links and of what is chosen: `#7a2e8e`. A lighter one is derived from it for dark screens. */
  readonly colour?: string;
  /** The name of a font family that readers have, or that your `pages.css` loads. */
  readonly font?: string;
  /** The radius of corners in pixels. */
  readonly radius?: number;
  /** An image, as an address that begins with `data:`. */
  readonly logo?: string;
}

/** The style sheets of a folder with pages: the values of the design, and the rules that use them. */
export function emitStyles(
  theme: Theme = {},
  render: EmitContext["render"],
): readonly OutputFile[] {
  const { colour, font, radius, logo } = theme;
  const overrides = [
    ...(colour === undefined
      ? []
      : [
          ["--accent", `light-dark(${colour}, color-mix(in oklab, ${colour} 45%, white))`],
          [
            "--tint",
            `light-dark(color-mix(in oklab, ${colour} 8%, white), color-mix(in oklab, ${colour} 25%, #101216))`,
          ],
        ]),
    ...(font === undefined ? [] : [["--font", `"${font}", ui-sans-serif, system-ui, sans-serif`]]),
    ...(radius === undefined ? [] : [["--radius", `${radius}px`]]),
    ...(logo === undefined
      ? []
      : [
          ["--logo", `url("${logo}")`],
          ["--logo-display", "inline-block"],
        ]),
  ].map(([name, value]) => ({ name, value }));
  return [
    { path: "theme.css", content: render("docs/theme.css", { overrides }) },
    { path: "pages.css", content: render("docs/pages.css", {}) },
  ];
}
