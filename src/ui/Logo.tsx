import { t } from '../i18n/index.ts'

const LETTERS = [...'REELCAST']

/** The name in eight reel windows. `spinning`: the reels spin while something loads. */
export function Logo({ spinning = false }: { spinning?: boolean }) {
  return (
    <span className="mark" role="img" aria-label={t('app.name')} data-spinning={spinning ? '' : undefined}>
      {LETTERS.map((letter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal letters differ only by their position
        <i key={at}>
          <b>{letter}</b>
        </i>
      ))}
    </span>
  )
}
