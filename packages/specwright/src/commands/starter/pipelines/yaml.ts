/** The first lines of a workflow. */
export function writeHead(host: string): string {
  return `# Written once by \`specwright init --ci ${host}\`. This file is yours: change it as you like.\n`;
}

/** A script as the block of a YAML value, `|` and the lines below it. */
export function writeBlock(script: string, spaces: number): string {
  return `|\n${script.trimEnd().replaceAll(/^(?=.)/gm, " ".repeat(spaces))}`;
}
