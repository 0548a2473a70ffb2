import { t } from '../i18n/index.ts'

const LETTERS = [...'REELCAST']

/** The name in eight reel windows. `spinning`: the reels run until something has loaded. */
export function Logo({ spinning = false }: { spinning?: boolean }) {
  return (
    <span className="mark" role="img" aria-label={t('app.name')} data-spinning={spinning ? '' : undefined}>
      {LETTERS.map((letter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter's place is what tells it from its twin
        <i key={at}>
          <b>{letter}</b>
        </i>
      ))}
    </span>
  )
}
