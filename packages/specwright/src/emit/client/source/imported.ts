/** Records that a name of the runtime has to be imported, and returns the name. */
export function useImport(name: string, imports: Set<string>): string {
  imports.add(name);
  return name;
}
