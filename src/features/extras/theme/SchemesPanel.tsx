import { operatorSettings } from '../../../core/settings/operator.ts'
import { t } from '../../../i18n/index.ts'
import { CheckIcon } from '../icons.tsx'
import panelCss from '../Panel.module.css'
import { Panel } from '../Panel.tsx'
import { changeTheme } from './actions.ts'
import { RadioGroup } from './RadioGroup.tsx'
import { parseScheme, SCHEMES, type Scheme } from './schemes.ts'
import { theme } from './state.ts'
import css from './Theme.module.css'

/** A scheme in its own colours; the house's in what the operator made of them. */
function Swatch({ scheme }: { scheme: Scheme }) {
  const { accentColor, backgroundColor } = operatorSettings.value
  const own: Record<string, string> = {
    ...(accentColor && { '--colorBrandBackground': accentColor }),
    ...(backgroundColor && { '--colorNeutralBackground1': backgroundColor }),
  }
  return (
    <span className={css.swatch} data-scheme={scheme || 'house'} style={scheme ? undefined : own}>
      <i />
      <i />
      <i />
    </span>
  )
}

/** The colour schemes, each seen before it is chosen. */
export function SchemesPanel() {
  return (
    <Panel name="schemes" title={t('panels.schemes.title')}>
      <div className={panelCss.body}>
        <RadioGroup
          name="scheme"
          title={t('panels.schemes.choose')}
          quiet
          options={SCHEMES}
          now={parseScheme(theme.value.scheme)}
          onChoose={(scheme) => changeTheme({ scheme })}
          draw={(one) => (
            <>
              <Swatch scheme={one} />
              <span className={css.name}>
                {t(`panels.schemes.${one || 'house'}`)}
                <small>{t(`panels.schemes.${one || 'house'}Lead`)}</small>
              </span>
              <CheckIcon />
            </>
          )}
        />
      </div>
    </Panel>
  )
}
