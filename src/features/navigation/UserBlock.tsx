import { money } from '../../i18n/format.ts'
import { intlLocale, t } from '../../i18n/index.ts'
import { balance, balanceFailure, balanceHidden } from '../wallet/state.ts'
import { currentUser } from './current-user.ts'
import css from './UserBlock.module.css'

/** The initials of the player's name. */
export function Avatar() {
  const { fullName = '', username = '' } = currentUser.value ?? {}
  const letters = (fullName || username)
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span className={css.avatar} aria-hidden="true">
      {letters.toLocaleUpperCase(intlLocale())}
    </span>
  )
}

function amount(): string {
  if (balanceHidden.value) return '• • • •'
  if (balance.value !== undefined) return money(balance.value)
  return t(balanceFailure.value ? 'frame.balanceFailed' : 'frame.loading')
}

/** The player's names and balance. */
export function UserBlock() {
  if (!currentUser.value) return null
  const { fullName, username } = currentUser.value
  return (
    <div className={css.user}>
      <Avatar />
      <div className={css.who}>
        <strong>{fullName || username}</strong>
        {fullName && <span>{username}</span>}
      </div>
      <p className={css.balance}>
        <span>{t('navigation.currentBalance')}</span>
        <b className="figures">{amount()}</b>
      </p>
    </div>
  )
}
