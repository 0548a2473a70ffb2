/**
 * Whether a win is more than its spin cost; all amounts in cents. A return of at most the stake is shown and
 * never celebrated (United Kingdom, Remote Technical Standards 14F). A win without a spin, which another
 * server may report, is taken as one.
 */
export const isGain = (
  spin: { readonly stake: number; readonly free: boolean } | null | undefined,
  win: number,
): boolean => win > (!spin || spin.free ? 0 : spin.stake)
