import { useLocation } from 'wouter'
import { t } from '../i18n/index.ts'
import { Mark } from '../ui/Mark.tsx'
import { Message } from '../ui/Message.tsx'

/** The page for every unknown path. */
export function NotFoundPage() {
  const [, navigate] = useLocation()
  return (
    <main>
      <Message
        title={t('shell.notFound')}
        lead={t('shell.notFoundLead')}
        action={t('shell.toLobby')}
        onAction={() => navigate('/lobby')}
      >
        <Mark />
      </Message>
    </main>
  )
}
