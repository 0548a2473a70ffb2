import { LOCALES } from '../../contract/locales.ts'
import { locale, offeredLocales, t } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'

/** Buttons for the languages that the operator offers. Without any, CSS hides their fieldset. */
export function LanguageSwitch() {
  // Arabic, which is added later than the others, comes first: there it moves none of them on the login.
  const codes = [...offeredLocales.value].sort((a, b) => +LOCALES[b].optIn - +LOCALES[a].optIn)
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
          {code.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
