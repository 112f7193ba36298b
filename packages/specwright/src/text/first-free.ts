/** A name that is not taken yet: the wanted one, else the first that a number from 2 on makes free. */
export function firstFree(
  wanted: string,
  isTaken: (name: string) => boolean,
  separator = "",
): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) {
    name = `${wanted}${separator}${number}`;
  }
  return name;
}
