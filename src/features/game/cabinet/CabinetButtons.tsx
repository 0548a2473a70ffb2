import { t } from '../../../i18n/index.ts'
import css from './CabinetButtons.module.css'
import { pressWithFeedback } from './press-with-feedback.ts'
import { isPressBlocked, ownButtons } from './state.ts'

/** The cabinet's own buttons, in a row; in two where one would be too narrow for a finger. */
export function CabinetButtons() {
  const buttons = ownButtons.value
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
          data-key={button.kind === 'max' ? 'stakeMax' : undefined}
          // It keeps the focus, because on the page the next Space or Enter would spin.
          aria-disabled={isPressBlocked(button)}
          onClick={() => void pressWithFeedback(button)}
        >
          {/* The highest stake in the app's words, the others in the cabinet's. */}
          {button.kind === 'max' ? t('game.stakeMax') : <bdi dir="auto">{button.label}</bdi>}
        </button>
      ))}
    </fieldset>
  )
}
