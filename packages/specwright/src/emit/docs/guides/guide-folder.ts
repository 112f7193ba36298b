/** A folder of guides as it was read. */
export interface GuideFolder {
  /** In the order of the navigation. */
  readonly pages: readonly GuideFile[];
  /** Images by their paths inside the folder, with `/`. Each character of the content is a byte. */
  readonly images: ReadonlyMap<string, string>;
}

/** A file of Markdown, without its front matter. */
export interface GuideFile {
  /** The path inside the folder, with `/`: `start/first-call.md`. */
  readonly path: string;
  /** The name of the file in problems. */
  readonly file: string;
  readonly text: string;
  /** The line of the file on which the text begins, from 1. */
  readonly line: number;
  /** `title` and `description` of the front matter. */
  readonly title?: string;
  readonly description?: string;
}
