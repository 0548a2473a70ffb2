/** Returns a function that calls `make` only if its input is not that of the last call. */
export function rememberLast<I, O>(make: (input: I) => O): (input: I) => O {
  let last: { readonly input: I; readonly output: O } | undefined
  return (input) => {
    if (!last || last.input !== input) last = { input, output: make(input) }
    return last.output
  }
}
