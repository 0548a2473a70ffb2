import { locale, offeredLocales, t } from '../../i18n/index.ts'
import { chooseLocale } from './language.ts'

/** TR | EN, where the operator leaves the choice to the player; `all`: Arabic too, where it is allowed. */
export function LanguageSwitch({ all = false }: { all?: boolean }) {
  const codes = offeredLocales.value.filter((code) => all || code !== 'ar')
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
