import { operatorSettings } from '../../../core/settings/operator.ts'
import { t } from '../../../i18n/index.ts'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { CheckIcon } from '../icons.tsx'
import panelCss from '../Panel.module.css'
import { Panel } from '../Panel.tsx'
import { changeTheme } from './actions.ts'
import { parseScheme, SCHEMES, type Scheme } from './apply.ts'
import { theme } from './state.ts'
import css from './Theme.module.css'

/** A preview of a scheme in its colours. */
function Swatch({ scheme }: { scheme: Scheme }) {
  const { accentColor, backgroundColor } = operatorSettings.value
  const operatorColors: Record<string, string> = {
    ...(accentColor && { '--colorBrandBackground': accentColor }),
    ...(backgroundColor && { '--colorNeutralBackground1': backgroundColor }),
  }
  return (
    <span className={css.swatch} data-scheme={scheme || 'house'} style={scheme ? undefined : operatorColors}>
      <i />
      <i />
      <i />
    </span>
  )
}

export function SchemesPanel() {
  return (
    <Panel name="schemes" title={t('extras.schemes.title')}>
      <div className={panelCss.body}>
        <RadioGroup
          name="scheme"
          className={css.choice}
          title={t('extras.schemes.choose')}
          hiddenTitle
          options={SCHEMES}
          value={parseScheme(theme.value.scheme)}
          onChange={(scheme) => changeTheme({ scheme })}
          renderOption={(option) => (
            <>
              <Swatch scheme={option} />
              <span className={css.name}>
                {t(`extras.schemes.${option || 'house'}`)}
                <small>{t(`extras.schemes.${option || 'house'}Lead`)}</small>
              </span>
              <CheckIcon />
            </>
          )}
        />
      </div>
    </Panel>
  )
}
