import type { Art } from '../render/art.ts'

/** Returns a brand's art; the first call draws what an idle machine shows. */
export type BrandArt = () => Pick<Art, 'prerenderNext'>

/**
 * One piece of the brands' art a step: first what an idle machine of each brand shows, then the rest. Art
 * that cannot be drawn is reported and left to the machine that shows it; the steps continue with the next
 * brand.
 */
export function* prerenderSteps(
  brands: readonly BrandArt[],
  onFailed: (error: unknown) => void,
): Generator<void> {
  /** Whether the brand has more to draw. */
  const draw = (piece: () => unknown): boolean => {
    try {
      return piece() === true
    } catch (error) {
      onFailed(error)
      return false
    }
  }
  for (const art of brands) yield void draw(art)
  for (const art of brands) while (draw(() => art().prerenderNext())) yield
}
