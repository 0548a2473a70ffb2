import { locale, offeredLocales, t } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'

/** The languages that the operator offers. */
export function LanguageSwitch() {
  const codes = offeredLocales.value
  if (codes.length === 0) return null
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
