import { LOCALE_NAMES, LOCALES } from '../../contract/locales.ts'
import { locale, offeredLocales, t } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'

/**
 * Buttons for the languages that the operator offers; without any, CSS hides their fieldset. With `names` all
 * of them by their own names. Else, in the toolbar, one that the operator has to allow is there only while it
 * is the player's.
 */
export function LanguageSwitch({ names }: { names?: true }) {
  const codes = offeredLocales.value.filter((code) => names || !LOCALES[code].optIn || code === locale.value)
  return (
    <fieldset className="languages" aria-label={t('app.language')}>
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          className="button"
          data-kind="quiet"
          lang={code}
          aria-pressed={locale.value === code}
          onClick={() => chooseLocale(code)}
        >
          {names ? LOCALE_NAMES[code] : code.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
