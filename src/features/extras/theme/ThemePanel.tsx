import { session } from '../../../core/session/state.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/fluent-widgets.tsx'
import { preferencesStatus } from '../../preferences/state.ts'
import panelCss from '../Panel.module.css'
import { Panel } from '../Panel.tsx'
import { toggles } from '../quick-panel/state.ts'
import { changeTheme } from './actions.ts'
import { RadioGroup } from './RadioGroup.tsx'
import { defaultTheme, theme } from './state.ts'
import css from './Theme.module.css'

const LAYOUTS = ['layout1', 'layout2', 'layout3'] as const
const DIRECTIONS = ['', 'ltr', 'rtl'] as const

/** Where a change is kept. */
function whereKept() {
  if (session.value.status !== 'player') return t('panels.theme.keptByDevice')
  return preferencesStatus.value === 'none' || !toggles.value.cloudSync
    ? t('panels.theme.keptHere')
    : t('panels.theme.kept')
}

/** The layout as a drawing: where the menu is. */
const Drawing = ({ layout }: { layout: string }) => (
  <i className={css.drawing} data-menu={layout} aria-hidden="true" />
)

/** How the page is laid out and how it moves; each change holds at once. */
export function ThemePanel() {
  const { layoutStyle, direction, folded, animations, customScrollbars } = theme.value
  return (
    <Panel name="theme" title={t('panels.theme.title')}>
      <div className={panelCss.body}>
        <section>
          <RadioGroup
            name="layout"
            title={t('panels.theme.layout')}
            options={LAYOUTS}
            now={layoutStyle}
            onChoose={(next) => changeTheme({ layoutStyle: next })}
            draw={(one) => (
              <>
                <Drawing layout={one} />
                {t(`panels.theme.${one}`)}
              </>
            )}
          />
          {layoutStyle === 'layout1' && (
            <Switch
              title={t('panels.theme.folded')}
              lead={t('panels.theme.foldedLead')}
              on={folded}
              onToggle={() => changeTheme({ folded: !folded })}
            />
          )}
        </section>
        <section>
          <RadioGroup
            name="direction"
            title={t('panels.theme.direction')}
            options={DIRECTIONS}
            now={direction}
            onChoose={(next) => changeTheme({ direction: next })}
            draw={(one) => t(`panels.theme.${one || 'auto'}`)}
          />
        </section>
        <section>
          <Switch
            title={t('panels.theme.scrollbars')}
            lead={t('panels.theme.scrollbarsLead')}
            on={customScrollbars}
            onToggle={() => changeTheme({ customScrollbars: !customScrollbars })}
          />
          <Switch
            title={t('panels.theme.animations')}
            lead={t('panels.theme.animationsLead')}
            on={animations}
            onToggle={() => changeTheme({ animations: !animations })}
          />
        </section>
        <Button onClick={() => changeTheme(defaultTheme.peek())}>{t('panels.theme.reset')}</Button>
        <p className={`${panelCss.note} ${css.kept}`}>{whereKept()}</p>
      </div>
    </Panel>
  )
}
