import { LOCALES } from '../../contract/locales.ts'
import { locale, offeredLocales, t } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'

/** The offered languages; without `all` only those that a logged-in player may choose. */
export function LanguageSwitch({ all = false }: { all?: boolean }) {
  const codes = offeredLocales.value.filter((code) => all || !LOCALES[code].optIn)
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
