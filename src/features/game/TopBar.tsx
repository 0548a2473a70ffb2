import { useComputed } from '@preact/signals-react'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { balance, balanceHidden, HIDDEN_BALANCE } from '../wallet/state.ts'
import { BarTools, InfoPanelButton, QualitySign } from './late.tsx'
import { LeaveIcon } from './play/icons.tsx'
import { machine, videoStatus } from './play/state.ts'
import css from './TopBar.module.css'

type Props = { name: string; onLeave: () => void }

/** Leave button, machine name, wallet, video status, and the tools of the bar. */
export function TopBar({ name, onLeave }: Props) {
  const wallet = useComputed(() => {
    if (balanceHidden.value) return HIDDEN_BALANCE
    return balance.value === undefined ? t('frame.loading') : money(balance.value)
  })
  return (
    <header className={css.bar}>
      <div className={css.leave} data-at="leave">
        <Button square kind="quiet" data-key="leave" onClick={onLeave} aria-label={t('game.leave')}>
          <LeaveIcon />
        </Button>
      </div>
      <h1 className={css.name}>
        <bdi>{machine.value?.name || name}</bdi>
      </h1>
      <p className={css.wallet} data-at="wallet">
        <span>{t('game.balance')}</span>{' '}
        <b className="figures" data-testid="balance">
          {wallet}
        </b>
      </p>
      <div className={css.statuses} data-at="sign" data-video-status={videoStatus}>
        <QualitySign>
          <VideoStatus />
        </QualitySign>
      </div>
      <div className={css.tools} data-at="tools">
        <BarTools />
        <InfoPanelButton />
      </div>
    </header>
  )
}

/** The video status as text, until the second wave adds the connection quality. */
function VideoStatus() {
  const text = useComputed(() =>
    t(
      videoStatus.value === 'live' || videoStatus.value === 'opening'
        ? `game.sign.${videoStatus.value}`
        : 'game.sign.off',
    ),
  )
  return <p className={css.status}>{text}</p>
}
