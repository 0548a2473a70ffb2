import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { setDrawerOpen } from '../../core/frame/drawer.ts'
import { gamePath } from '../../core/router/machine-paths.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/fluent-widgets.tsx'
import { cashOutHeldMachine, failureMessage, kickWithFeedback } from './commands-with-feedback.ts'
import { HeldCredit } from './HeldCredit.tsx'
import { dispatch, type HeldMachine, type Offer, offersOf, reconnect, shownMachine } from './state.ts'

const dismiss = () => {
  dispatch({ type: 'dismiss' })
}

/** Offers the player's held machine, over every page; hidden while there is none to offer. */
export function ReconnectDialog() {
  const machine = shownMachine.value
  return machine ? <OpenDialog machine={machine} /> : null
}

function OpenDialog({ machine }: { machine: HeldMachine }) {
  const [, navigate] = useLocation()
  const { phase, failure } = reconnect.value
  const { status, name, isInTransit } = machine
  // The drawer is in the top layer, above this dialog.
  useEffect(() => setDrawerOpen(false), [])
  const offers = offersOf(machine)
  const kicking = phase === 'kicking'
  const open = () => navigate(gamePath(machine))
  const act: Record<Offer, () => void> = {
    continue: () => {
      if (dispatch({ type: 'continue' })) open()
    },
    cashout: () => void cashOutHeldMachine(),
    kick: async () => {
      if (await kickWithFeedback()) open()
    },
  }
  return (
    <Modal
      title={t(`held-machine.${status}.title`, { name })}
      onClose={dismiss}
      actions={
        status !== 'cashing-out' && (
          <>
            <Button kind="quiet" onClick={dismiss} disabled={kicking}>
              {t(status === 'offline' ? 'held-machine.close' : 'held-machine.later')}
            </Button>
            {offers.map((offer, at) => (
              <Button
                key={offer}
                kind={at === offers.length - 1 ? 'primary' : 'secondary'}
                onClick={act[offer]}
                busy={kicking}
              >
                {t(`held-machine.${offer}`)}
              </Button>
            ))}
          </>
        )
      }
    >
      {failure && (
        <p role="alert">
          <strong>{failureMessage(failure)}</strong>
        </p>
      )}
      <HeldCredit id={machine.id} />
      <p>
        {isInTransit && status === 'waiting'
          ? t('held-machine.onItsWayLead')
          : t(`held-machine.${status}.lead`, { name })}
      </p>
    </Modal>
  )
}
