/**
 * The length of a password, in code points: of its given form or of its NFKC form, whichever is shorter. One
 * letter can be several code points.
 */
export const passwordLength = (password: string): number =>
  Math.min([...password].length, [...password.normalize('NFKC')].length)
