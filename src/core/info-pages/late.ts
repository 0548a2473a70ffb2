import { lazy } from '../../ui/lazy.tsx'

export const statementContacts = lazy(() =>
  import('./StatementContacts.tsx').then((module) => module.StatementContacts),
)
