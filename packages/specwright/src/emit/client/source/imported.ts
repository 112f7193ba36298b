/** The name of something of the runtime, which is imported. */
export function imported(name: string, imports: Set<string>): string {
  imports.add(name);
  return name;
}
