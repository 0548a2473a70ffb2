import { useLocation } from 'wouter'
import { failureText, t } from '../../i18n/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import type { Pages } from './actions.ts'
import type { PagedList } from './state.ts'

interface Props<R> {
  list: PagedList<R>
  pages: Pages
  name: 'transactions' | 'sessions'
}

/** Replaces the page's content if there is nothing to show. */
export function PagedEmptyState<R>({ list, pages, name }: Props<R>) {
  const [, navigate] = useLocation()
  const failure = list.failure.value
  if (list.load.value === 'absent')
    return <EmptyState title={t('account.absent')} lead={t('account.absentLead')} />
  if (!failure) {
    const texts = {
      transactions: { title: t('account.noTransactions'), lead: t('account.noTransactionsLead') },
      sessions: { title: t('account.noSessions'), lead: t('account.noSessionsLead') },
    }[name]
    return <EmptyState {...texts} action={t('account.toLobby')} onAction={() => navigate('/lobby')} />
  }
  const away = failure.category === 'network'
  return (
    <EmptyState
      title={t(away ? 'account.offline' : 'account.failed')}
      lead={failureText(failure)}
      action={t('app.retry')}
      onAction={pages.retry}
    >
      {away && <LinkDownIcon />}
    </EmptyState>
  )
}

/** Shown if the search matches no row. */
export function NoSearchMatch<R>({ list, pages }: Omit<Props<R>, 'name'>) {
  return (
    <EmptyState
      title={t('account.noMatch', { search: list.search.value })}
      lead={t('account.noMatchLead')}
      action={t('account.clearSearch')}
      onAction={() => pages.search('')}
    />
  )
}
