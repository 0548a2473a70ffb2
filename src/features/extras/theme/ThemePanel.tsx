import { session } from '../../../core/session/state.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { wide } from '../../../ui/breakpoints.ts'
import { Switch } from '../../../ui/fluent-widgets.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { preferencesStatus } from '../../preferences/state.ts'
import panelCss from '../Panel.module.css'
import { Panel } from '../Panel.tsx'
import { toggles } from '../quick-panel/state.ts'
import { changeTheme } from './actions.ts'
import { defaultTheme, theme } from './state.ts'
import css from './Theme.module.css'

const LAYOUTS = ['layout1', 'layout2', 'layout3'] as const
const DIRECTIONS = ['', 'ltr', 'rtl'] as const

/** Describes where a change is stored. */
function storageText() {
  if (session.value.status !== 'player') return t('extras.theme.keptByDevice')
  return preferencesStatus.value === 'none' || !toggles.value.cloudSync
    ? t('extras.theme.keptHere')
    : t('extras.theme.kept')
}

/** A drawing of the layout that shows where the menu is. */
const LayoutDrawing = ({ layout }: { layout: string }) => (
  <i className={css.drawing} data-menu={layout} aria-hidden="true" />
)

/** Layout where the menu is no drawer, direction, scrollbars, animations; changes apply immediately. */
export function ThemePanel() {
  const { layoutStyle, direction, folded, animations, customScrollbars } = theme.value
  return (
    <Panel name="theme" title={t('extras.theme.title')}>
      <div className={panelCss.body}>
        {wide.value && (
          <section>
            <RadioGroup
              name="layout"
              className={css.choice}
              title={t('extras.theme.layout')}
              options={LAYOUTS}
              value={layoutStyle}
              onChange={(next) => changeTheme({ layoutStyle: next })}
              renderOption={(option) => (
                <>
                  <LayoutDrawing layout={option} />
                  {t(`extras.theme.${option}`)}
                </>
              )}
            />
            {layoutStyle === 'layout1' && (
              <Switch
                title={t('extras.theme.folded')}
                lead={t('extras.theme.foldedLead')}
                on={folded}
                onToggle={() => changeTheme({ folded: !folded })}
              />
            )}
          </section>
        )}
        <section>
          <RadioGroup
            name="direction"
            className={css.choice}
            title={t('extras.theme.direction')}
            options={DIRECTIONS}
            value={direction}
            onChange={(next) => changeTheme({ direction: next })}
            renderOption={(option) => t(`extras.theme.${option || 'auto'}`)}
          />
        </section>
        <section>
          <Switch
            title={t('extras.theme.scrollbars')}
            lead={t('extras.theme.scrollbarsLead')}
            on={customScrollbars}
            onToggle={() => changeTheme({ customScrollbars: !customScrollbars })}
          />
          <Switch
            title={t('extras.theme.animations')}
            lead={t('extras.theme.animationsLead')}
            on={animations}
            onToggle={() => changeTheme({ animations: !animations })}
          />
        </section>
        <Button onClick={() => changeTheme(defaultTheme.peek())}>{t('extras.theme.reset')}</Button>
        <p className={`${panelCss.note} ${css.kept}`}>{storageText()}</p>
      </div>
    </Panel>
  )
}
