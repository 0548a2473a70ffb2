import { t } from '../../i18n/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'

function RoleExample({ group }: { group: 'admin' | 'staff' | 'guest' }) {
  return (
    <main>
      <EmptyState
        isPage
        title={t(`extras.${group}Example`)}
        lead={t('extras.lead', { who: t(`extras.${group}`) })}
      >
        <Logo />
      </EmptyState>
    </main>
  )
}

export const AdminExample = () => <RoleExample group="admin" />
export const StaffExample = () => <RoleExample group="staff" />
export const GuestExample = () => <RoleExample group="guest" />
