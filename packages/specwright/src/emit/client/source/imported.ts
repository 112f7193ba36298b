/** Records that a name of the runtime has to be imported, and returns the name. */
export function imported(name: string, imports: Set<string>): string {
  imports.add(name);
  return name;
}
