import { LOCALES, languageChoice, locale, setLocale, t } from '../i18n/index.ts'

/** TR | EN, where the operator leaves the choice to the player. */
export function LanguageSwitch() {
  if (!languageChoice.value) return null
  return (
    <fieldset className="languages" aria-label={t('app.language')}>
      {LOCALES.map((code) => (
        <button
          key={code}
          type="button"
          className="button"
          data-kind="quiet"
          lang={code}
          aria-pressed={locale.value === code}
          onClick={() => setLocale(code, { remember: true })}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
