import texts from '../../../locales/tr.json?groups=extras'
import { addTexts, t } from '../../i18n/index.ts'
import { Mark } from '../../ui/Logo.tsx'
import { Message } from '../../ui/EmptyState.tsx'

addTexts('tr', texts)

/** A page that shows that a role opens it. */
function Example({ group }: { group: 'admin' | 'staff' | 'guest' }) {
  return (
    <main>
      <Message title={t(`extras.${group}Example`)} lead={t('extras.lead', { who: t(`extras.${group}`) })}>
        <Mark />
      </Message>
    </main>
  )
}

/** For admins alone. */
export const AdminExample = () => <Example group="admin" />
/** For admins and staff. */
export const StaffExample = () => <Example group="staff" />
/** For who is not logged in. */
export const GuestExample = () => <Example group="guest" />
