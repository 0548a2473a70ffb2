import texts from '../../../locales/tr.json?groups=extras'
import { addTexts, t } from '../../i18n/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'

addTexts('tr', texts)

/** A page that shows that a role opens it. */
function RoleExample({ group }: { group: 'admin' | 'staff' | 'guest' }) {
  return (
    <main>
      <EmptyState title={t(`extras.${group}Example`)} lead={t('extras.lead', { who: t(`extras.${group}`) })}>
        <Logo />
      </EmptyState>
    </main>
  )
}

/** For admins alone. */
export const AdminExample = () => <RoleExample group="admin" />
/** For admins and staff. */
export const StaffExample = () => <RoleExample group="staff" />
/** For who is not logged in. */
export const GuestExample = () => <RoleExample group="guest" />
