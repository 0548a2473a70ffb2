import type { CabinetButton } from '../../../contract/live.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { MinusIcon, PlusIcon } from '../play/icons.tsx'
import { capabilities } from '../play/state.ts'
import { press } from './actions.ts'
import css from './CabinetButtons.module.css'
import { isPressBlocked } from './state.ts'

async function pressWithFeedback(button: CabinetButton): Promise<void> {
  const answer = await press(button)
  if (answer && !answer.ok) toast(failureText(answer.error), { kind: 'danger', id: 'press' })
}

/** Of a button that shows an icon alone. */
function nameOf({ kind }: CabinetButton): string | undefined {
  if (kind === 'stake-down') return t('game.stakeDown')
  return kind === 'stake-up' ? t('game.stakeUp') : undefined
}

/** The cabinet's own buttons, in a row; in two where one would be too narrow for a finger. */
export function CabinetButtons() {
  const buttons = capabilities.value.cabinetButtons ?? []
  return (
    <fieldset
      className={css.row}
      aria-label={t('cabinet.buttons')}
      style={{ '--columns': Math.ceil(buttons.length / 2) }}
      data-rows={buttons.length > 6 ? 2 : 1}
    >
      {buttons.map((button) => (
        <button
          type="button"
          key={button.id}
          className={css.button}
          // It keeps the focus, because on the page the next Space or Enter would spin.
          aria-disabled={isPressBlocked(button)}
          aria-label={nameOf(button)}
          onClick={() => void pressWithFeedback(button)}
        >
          <Face of={button} />
        </button>
      ))}
    </fieldset>
  )
}

/** The stake's buttons in the app's words, the others in the cabinet's. */
function Face({ of: { kind, label } }: { of: CabinetButton }) {
  switch (kind) {
    case 'stake-down':
      return <MinusIcon />
    case 'stake-up':
      return <PlusIcon />
    case 'max':
      return t('game.stakeMax')
    default:
      return <bdi dir="auto">{label}</bdi>
  }
}
