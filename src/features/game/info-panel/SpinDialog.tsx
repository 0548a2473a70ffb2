import { useSignal } from '@preact/signals-react'
import { useCallback, useEffect } from 'react'
import type { Result } from '../../../contract/result.ts'
import type { PlayedSpin, RecalledSpin, ShownSymbol } from '../../../contract/rules.ts'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { count, money } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/fluent-widgets.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { useCopy } from '../../../ui/use-copy.tsx'
import { machine } from '../play/state.ts'
import { combinationText } from '../wins/outcome-text.ts'
import { fetchSpin, pictureAddress } from './actions.ts'
import { formatList, formatSpinMoment } from './format.ts'
import css from './SpinDialog.module.css'

/** A spin of the list again: what the reels showed, its combinations, and the credit before and after. */
export function SpinDialog({ spin, onClose }: { spin: PlayedSpin; onClose: () => void }) {
  const answer = useSignal<Result<RecalledSpin> | undefined>(undefined)
  const load = useCallback(async () => {
    answer.value = undefined
    answer.value = await fetchSpin(spin.id)
  }, [answer, spin.id])
  useEffect(() => void load(), [load])
  const title = t('info-panel.spinTitle', { id: spin.id })
  const shown = answer.value?.ok ? answer.value.value : undefined
  const failure = answer.value?.ok === false ? answer.value.error : undefined
  const { copy, byHand } = useCopy(() =>
    [title, machine.peek()?.name, ...(shown ? linesOf(shown) : [])].filter(Boolean).join('\n'),
  )
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          {shown && !kiosk.value && <Button onClick={copy}>{t('ui.copyForSupport')}</Button>}
          {failure && <TransientButton onClick={() => void load()}>{t('app.retry')}</TransientButton>}
          <Button kind="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {!answer.value && <p>{t('info-panel.loading')}</p>}
      {failure && (
        <p role="alert">
          {t('info-panel.failed')} {failureText(failure)}
        </p>
      )}
      <div role="status">{shown && <Details spin={shown} />}</div>
      {byHand}
    </Modal>
  )
}

/** Label and value of each figure. */
function factsOf(spin: RecalledSpin): (readonly [label: string, value: string])[] {
  const { time, stake, free, win, jackpot, freeAwarded, creditBefore, creditAfter } = spin
  const facts = [
    [t('info-panel.time'), formatSpinMoment(time)],
    typeof creditBefore === 'number' && [t('info-panel.creditBefore'), money(creditBefore)],
    [t('info-panel.stake'), free ? `${money(stake)} (${t('info-panel.freeSpin')})` : money(stake)],
    [t('info-panel.win'), money(win)],
    jackpot > 0 && [t('info-panel.ofJackpot'), money(jackpot)],
    freeAwarded > 0 && [t('info-panel.free'), count(freeAwarded)],
    typeof creditAfter === 'number' && [t('info-panel.creditAfter'), money(creditAfter)],
  ]
  return facts.filter((fact): fact is [string, string] => Array.isArray(fact))
}

/** What each reel shows, in words. */
const reelTexts = (reels: RecalledSpin['reels']): string[] =>
  reels.map((reel, at) =>
    t('info-panel.reelShows', {
      number: count(at + 1),
      symbols: formatList(reel.map(({ name }) => localize(name))),
    }),
  )

/** The spin as lines of text; the time also in the form that servers have. */
const linesOf = (spin: RecalledSpin): string[] => [
  spin.time,
  ...factsOf(spin).map(([label, value]) => `${label}: ${value}`),
  ...reelTexts(spin.reels),
  ...spin.wins.map(combinationText),
]

function Details({ spin }: { spin: RecalledSpin }) {
  const { reels, wins } = spin
  return (
    <div className={css.spin}>
      {reels.length > 0 && (
        <div
          className={css.reels}
          dir="ltr"
          role="img"
          aria-label={reelTexts(reels).join('. ')}
          data-won={reels.flat().some(({ pays }) => pays) ? '' : undefined}
        >
          {reels.map((reel, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reels have no other id
            <div key={at}>
              {reel.map((symbol, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have their rows
                <ReelSymbol key={row} symbol={symbol} />
              ))}
            </div>
          ))}
        </div>
      )}
      {wins.length > 0 && (
        <ul>
          {wins.map((win) => (
            <li key={combinationText(win)}>{combinationText(win)}</li>
          ))}
        </ul>
      )}
      <dl>
        {factsOf(spin).map(([label, value], at) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={at > 0 ? 'figures' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Draws a symbol's picture, or its name if the picture is missing. */
function ReelSymbol({ symbol: { name, picture, pays } }: { symbol: ShownSymbol }) {
  const address = pictureAddress(picture)
  const broken = useSignal(false)
  return (
    <span data-pays={pays ? '' : undefined}>
      {address && !broken.value ? (
        <img
          src={address}
          alt=""
          width="56"
          height="56"
          decoding="async"
          onError={() => {
            broken.value = true
          }}
        />
      ) : (
        localize(name)
      )}
    </span>
  )
}
