import { useSignal } from '@preact/signals-react'
import { useCallback, useEffect } from 'react'
import type { GameSymbol, RulesAnswer } from '../../../contract/rules.ts'
import { InfoPageDialog } from '../../../core/info-pages/InfoPageDialog.tsx'
import { count, money, shortMoney } from '../../../i18n/format.ts'
import { failureText, t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { machine, stake } from '../play/state.ts'
import { fetchRules, pictureAddress } from './actions.ts'
import { Features } from './Features.tsx'
import { exactPercent, formatList, percent } from './format.ts'
import css from './Rules.module.css'
import { rules, rulesFailure, rulesLoad } from './state.ts'

// The title of the paytables dialog.

/** The side of a cell in a line's sketch, in units of its view box. */
const CELL = 10

/** The machine's paytable and return to player, as its server reports them. */
export function RulesTab() {
  // The panel may open before the machine is known.
  const id = machine.value?.id
  useEffect(() => {
    if (id) void fetchRules()
  }, [id])
  const loaded = rules.value
  if (loaded) return <Rules rules={loaded} />
  if (rulesLoad.value === 'failed')
    return (
      <div className={css.notice} role="alert">
        <p>
          {t('info-panel.failed')} {rulesFailure.value && failureText(rulesFailure.value)}
        </p>
        <TransientButton next="info-tabpanel" onClick={() => void fetchRules()}>
          {t('app.retry')}
        </TransientButton>
        <PaytablesLink />
      </div>
    )
  if (rulesLoad.value === 'absent')
    return (
      <div className={css.notice}>
        <p>{t('info-panel.absent')}</p>
        <PaytablesLink />
      </div>
    )
  return (
    <p className={css.notice} aria-busy="true">
      {t('info-panel.loading')}
    </p>
  )
}

/** Opens the operator's paytables page in a dialog over the game. */
function PaytablesLink() {
  const open = useSignal(false)
  const close = useCallback(() => {
    open.value = false
  }, [open])
  return (
    <>
      <Button
        kind="quiet"
        onClick={() => {
          open.value = true
        }}
      >
        {t('info-panel.paytables')}
      </Button>
      {open.value && <InfoPageDialog page="paytables" onClose={close} />}
    </>
  )
}

function Rules({ rules }: { rules: RulesAnswer }) {
  const { symbols, lines, reels, rows } = rules
  const scatter = symbols.find(({ role }) => role === 'scatter')
  const paying = symbols.filter(({ pays, role }) => pays.length > 0 && role !== 'scatter')
  const shownStake = stake.value ?? rules.stakes[0]
  return (
    <div className={css.rules}>
      <Return rules={rules} />
      <Facts rules={rules} />
      {paying.length > 0 && shownStake !== undefined && (
        <section>
          <h3>
            {t('info-panel.pays')} <small>{t('info-panel.paysAt', { stake: money(shownStake) })}</small>
          </h3>
          <ul className={css.symbols}>
            {paying.map((symbol) => (
              <SymbolRow key={symbol.key} symbol={symbol} unit={shownStake / (rules.coins ?? 1)} />
            ))}
            {scatter && scatter.pays.length > 0 && <SymbolRow symbol={scatter} unit={shownStake} />}
          </ul>
        </section>
      )}
      {lines.length > 0 && reels && rows && (
        <section>
          <h3>{t('info-panel.linesTitle')}</h3>
          <ol className={css.lines}>
            {lines.map((line, at) => (
              <li key={line.join()}>
                <LineSketch line={line} rows={rows} label={t('info-panel.line', { number: at + 1 })} />
                <span className="figures" aria-hidden="true">
                  {count(at + 1)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Features rules={rules} scatter={scatter} />
      <p className={css.hint}>{t('info-panel.void')}</p>
      <PaytablesLink />
    </div>
  )
}

function Return({ rules: { rtp, baseRtp, jackpot, volatility } }: { rules: RulesAnswer }) {
  if (rtp === undefined || rtp === null) return null
  return (
    <section className={css.return}>
      <h3>{t('info-panel.rtp')}</h3>
      <div className={css.rtp}>
        <data className="figures" value={rtp} data-testid="rtp">
          {exactPercent(rtp)}
        </data>
      </div>
      {baseRtp && jackpot && (
        <p className={css.hint}>
          {t('info-panel.rtpParts', { base: exactPercent(baseRtp), share: percent(jackpot.share) })}
        </p>
      )}
      {volatility && <p className={css.hint}>{t(`info-panel.volatility.${volatility}`)}</p>}
    </section>
  )
}

function Facts({ rules: { kind, lines, ways, reels, rows, stakes } }: { rules: RulesAnswer }) {
  const [lowest] = stakes
  const highest = stakes.at(-1)
  const facts = [
    kind === 'lines' && lines.length > 0 && [t('info-panel.wins'), plural('info-panel.lines', lines.length)],
    kind === 'ways' && ways && [t('info-panel.wins'), plural('info-panel.ways', ways)],
    reels &&
      rows && [
        t('info-panel.reels'),
        formatList([plural('info-panel.reelCount', reels), plural('info-panel.rowCount', rows)]),
      ],
    lowest && highest && [t('info-panel.stakes'), `${shortMoney(lowest)} – ${shortMoney(highest)}`],
  ].filter((fact) => Array.isArray(fact))
  return (
    <dl className={css.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A symbol and its payouts. `unit`: the cents that the pays multiply. */
function SymbolRow({ symbol: { name, picture, pays }, unit }: { symbol: GameSymbol; unit: number }) {
  const address = pictureAddress(picture)
  const broken = useSignal(false)
  return (
    <li>
      <span className={css.picture} aria-hidden="true">
        {address && !broken.value && (
          <img
            src={address}
            alt=""
            width="52"
            height="52"
            loading="lazy"
            decoding="async"
            onError={() => {
              broken.value = true
            }}
          />
        )}
      </span>
      <div>
        <b>{localize(name)}</b>
        <dl className={css.pays}>
          {pays.map((one) => (
            <div key={one.count}>
              <dt>×{count(one.count)}</dt>
              <dd className="figures">{shortMoney(Math.round(one.pay * unit))}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}

/** A sketch of a win line. `line`: its row on each reel, 0 at the top, reels from left to right. */
function LineSketch({ line, rows, label }: { line: readonly number[]; rows: number; label: string }) {
  const middle = (at: number) => at * CELL + CELL / 2
  const cells = line.flatMap((_, reel) => Array.from({ length: rows }, (_, row) => [reel, row] as const))
  return (
    <svg viewBox={`0 0 ${line.length * CELL} ${rows * CELL}`} role="img" aria-label={label}>
      {cells.map(([reel, row]) => (
        <rect
          key={`${reel} ${row}`}
          x={reel * CELL + 1}
          y={row * CELL + 1}
          width={CELL - 2}
          height={CELL - 2}
          rx="2"
          data-on={line[reel] === row ? '' : undefined}
        />
      ))}
      <polyline points={line.map((row, reel) => `${middle(reel)},${middle(row)}`).join(' ')} />
    </svg>
  )
}
