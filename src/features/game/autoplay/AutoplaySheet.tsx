import { useSignalEffect } from '@preact/signals-react'
import { useLayoutEffect, useRef } from 'react'
import { count as counted, money, shortMoney } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/fluent-widgets.tsx'
import { NativeDialog } from '../../../ui/NativeDialog.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { blockedBy, freeSpins, spinBlock, stake, usableCredit } from '../play/state.ts'
import { limits } from '../player-protection/state.ts'
import css from './Autoplay.module.css'
import { autoplayAllowed, startAutoplay, startFollowingFreeSpins, stopAutoplay } from './actions.ts'
import { startDismissingResult } from './EndCard.tsx'
import { COUNTS, dismissResult, LOSSES, plan, setPlan, setSheetOpen, sheetOpen, WINS } from './state.ts'

const ENDLESS = Number.POSITIVE_INFINITY

/** Chooses the number of spins and the stop conditions. Leaving the machine stops autoplay. */
export function AutoplaySheet() {
  useLayoutEffect(() => {
    const stopDismissing = startDismissingResult()
    const stopFollowing = startFollowingFreeSpins()
    return () => {
      stopDismissing()
      stopFollowing()
      stopAutoplay()
      setSheetOpen(false)
      dismissResult()
    }
  }, [])
  return sheetOpen.value && autoplayAllowed.value ? <Sheet /> : null
}

function Sheet() {
  const sheet = useRef<HTMLDialogElement>(null)
  // The native close() restores the focus.
  const close = () => sheet.current?.close()
  // The sheet lies in the top layer and would cover a prompt that the player has to answer.
  useSignalEffect(() => {
    if (blockedBy.value) close()
  })
  const run = plan.value
  const { endless } = limits.value
  const amount = stake.value ?? 0
  const counts = COUNTS.filter((one) => one !== ENDLESS || endless)
  const spins = counts.some((one) => one === run.count) ? run.count : COUNTS[0]
  const stakes = (times: number) => (times === 0 ? t('autoplay.never') : shortMoney(times * amount))
  const start = () => {
    setPlan({ count: spins })
    // Close first: autoplay stops while a dialog is open.
    close()
    startAutoplay()
  }
  const ready = spinBlock.value === undefined || spinBlock.value === 'cooldown'
  return (
    <NativeDialog
      dialogRef={sheet}
      lightDismiss
      className={css.sheet}
      aria-labelledby="autoplay-title"
      onClose={() => setSheetOpen(false)}
    >
      <div className={css.content}>
        <h2 id="autoplay-title">
          {t('autoplay.title')} <small>{t('autoplay.lead', { amount: money(amount) })}</small>
        </h2>
        <div className={css.spins}>
          <RadioGroup
            name="autoplay-count"
            title={t('autoplay.count')}
            className={css.chips}
            options={counts}
            value={spins}
            onChange={(count) => setPlan({ count })}
            renderOption={(one) => <Chip>{one === ENDLESS ? '∞' : counted(one)}</Chip>}
            labelOf={(one) => (one === ENDLESS ? t('autoplay.endless') : undefined)}
          />
          <Total spins={spins} amount={amount} />
        </div>
        <RadioGroup
          name="autoplay-loss"
          title={t('autoplay.loss')}
          className={css.chips}
          options={LOSSES}
          value={run.loss}
          onChange={(loss) => setPlan({ loss })}
          renderOption={(times) => <Chip>{stakes(times)}</Chip>}
        />
        <RadioGroup
          name="autoplay-win"
          title={t('autoplay.win')}
          className={css.chips}
          options={WINS}
          value={run.win}
          onChange={(win) => setPlan({ win })}
          renderOption={(times) => <Chip>{stakes(times)}</Chip>}
        />
        <Switch
          title={t('autoplay.bonus')}
          on={run.bonus}
          onToggle={() => setPlan({ bonus: !plan.peek().bonus })}
        />
        <div className={css.actions}>
          <Button onClick={close}>{t('autoplay.cancel')}</Button>
          <Button kind="primary" disabled={!ready} onClick={start}>
            {spins === ENDLESS ? t('autoplay.startEndless') : t('autoplay.start', { count: counted(spins) })}
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}

const Chip = ({ children }: { children: string }) => <span className="figures">{children}</span>

/** What the chosen spins stake in all, and how many spins the credit on the machine covers. */
function Total({ spins, amount }: { spins: number; amount: number }) {
  const credit = usableCredit.value ?? 0
  const sum =
    spins === ENDLESS
      ? t('autoplay.totalEndless')
      : `${counted(spins)} × ${money(amount)} = ${money(spins * amount)}`
  return (
    <div className={css.total} aria-live="polite">
      {freeSpins.value > 0 && <p>{plural('autoplay.freeFirst', freeSpins.value)}</p>}
      <p>
        {t('autoplay.total')}{' '}
        <bdi className={spins === ENDLESS ? undefined : 'figures'} data-testid="autoplay-total">
          {sum}
        </bdi>
      </p>
      {amount > 0 && <p>{plural('autoplay.covers', Math.floor(credit / amount))}</p>}
    </div>
  )
}
