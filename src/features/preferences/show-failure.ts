import texts from '../../../locales/tr.json?groups=preferences'
import type { Failure } from '../../contract/result.ts'
import { MAX_FAVOURITES, MAX_SHORTCUTS } from '../../contract/user.ts'
import { addTexts, codeText, loadCodeTexts, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'

addTexts('tr', texts)

const showError = (message: string) => toast(message, { id: 'preferences', kind: 'danger' })

/** Shows that a change was reverted, with the server's reason. `isCurrent`: checked again once texts have loaded. */
export async function showNotSaved(failure: Failure, isCurrent: () => boolean): Promise<void> {
  if (failure.code !== undefined) await loadCodeTexts()
  if (!isCurrent()) return
  showError([t('preferences.notSaved'), codeText(failure.code, failure.params)].filter(Boolean).join(' '))
}

/** Shows that the list is full. */
export function showFull(list: 'shortcuts' | 'favourites'): void {
  if (list === 'shortcuts') showError(t('preferences.fullShortcuts', { most: MAX_SHORTCUTS }))
  else showError(t('preferences.full', { most: MAX_FAVOURITES }))
}
