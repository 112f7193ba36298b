/**
 * Returns a function that makes no body, and says so. Generated code calls it for answers whose schema no value was found for.
 *
 * @param subject the answer, such as `the answer 200 of getPet`
 */
export function refuseToMake(subject: string): () => never {
  return () => {
    throw new Error(
      `No value could be made for ${subject}. Return a body from the mock's function.`,
    );
  };
}
