import type { Machine } from '../../../contract/floor.ts'

/** How unlike two machines are: 0 for the same brand, 1 for the same stakes, 2 for overlapping ones. */
function distance(a: Machine, b: Machine): number {
  if (a.brand !== '' && a.brand === b.brand) return 0
  if (a.minStake == null || b.minStake == null) return 3
  if (a.minStake === b.minStake && a.maxStake === b.maxStake) return 1
  const [aMax, bMax] = [a.maxStake ?? a.minStake, b.maxStake ?? b.minStake]
  return a.minStake <= bMax && b.minStake <= aMax ? 2 : 3
}

/** Free machines that are like this one, the most alike first. */
export function similarTo(machine: Machine, others: Iterable<Machine>, most: number): readonly Machine[] {
  return [...others]
    .filter((other) => other.id !== machine.id && other.status === 'available')
    .map((other) => ({ other, far: distance(machine, other) }))
    .filter(({ far }) => far < 3)
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ other }) => other)
}
