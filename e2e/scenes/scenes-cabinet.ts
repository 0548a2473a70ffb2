import { overrideInit } from '../fixtures/override-init.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import type { Scene, Stage } from './scene.ts'

/* A drawn machine whose init announces a cabinet, in each state that a cabinet reports. */

const BUTTONS = [
  { id: 'down', label: 'Bet -', kind: 'stake-down' },
  { id: 'up', label: 'Bet +', kind: 'stake-up' },
  { id: 'max', label: 'Max bet', kind: 'max' },
  { id: 'double', label: 'Double', kind: 'gamble' },
  { id: 'help', label: 'Help', kind: 'other' },
]
/** More than one row has room for. */
const MANY_BUTTONS = [
  ...BUTTONS,
  { id: 'lines', label: 'Lines', kind: 'other' },
  { id: 'auto', label: 'Auto start', kind: 'other' },
  { id: 'denomination', label: 'Denomination', kind: 'other' },
  { id: 'attendant', label: 'Call attendant', kind: 'other' },
]

interface Options {
  buttons?: typeof BUTTONS
  /** Of the game's state. */
  game?: object
  show?(stage: Stage): Promise<unknown>
}

const atCabinet = (
  name: string,
  cabinet: object,
  { buttons = BUTTONS, game, show }: Options = {},
): Scene => ({
  name,
  path: '/lobby/1/x',
  before: ({ page }) =>
    overrideInit(page, {
      capabilities: { buttons: ['spin'], cabinetButtons: buttons, stakes: [], transfer: true, bands: [] },
      video: { type: 'camera' },
      game: { credit: 11_800, stake: 100, ...game, cabinet },
    }),
  show: async (stage) => {
    const { page, language } = stage
    await new LobbyPage(page, language).freeMachine.getByRole('link').click()
    await new GamePage(page, language).frames(5)
    await page.locator('[data-at=bands] fieldset button').first().waitFor()
    await show?.(stage)
  },
})

const status = ({ page }: Stage) => page.getByTestId('cabinet-status').locator('strong').waitFor()
const money = ({ page }: Stage) => page.getByTestId('cabinet-money').locator('p').waitFor()
const HAND_PAY = { status: 'hand-pay', handPay: 500_000 }

/** The scenes of a game at a cabinet. */
export const CABINET_SCENES: readonly Scene[] = [
  atCabinet('game-cabinet', {}),
  atCabinet('game-cabinet-two-rows', {}, { buttons: MANY_BUTTONS }),
  atCabinet('game-cabinet-hand-pay', HAND_PAY, { show: status }),
  atCabinet('game-cabinet-hand-pay-leave', HAND_PAY, {
    game: { credit: 0 },
    show: async (stage) => {
      await status(stage)
      const game = new GamePage(stage.page, stage.language)
      await game.leave()
      await game.dialog.waitFor()
    },
  }),
  atCabinet(
    'game-cabinet-fault',
    { status: 'fault', fault: 'E-17: front door open, bill validator disconnected' },
    { show: status },
  ),
  atCabinet('game-cabinet-locked', { status: 'locked' }, { show: status }),
  atCabinet('game-cabinet-unreachable', { status: 'unreachable' }, { show: status }),
  atCabinet('game-cabinet-load', { transfer: { direction: 'load', amount: 5000 } }, { show: money }),
  atCabinet(
    'game-cabinet-cash-out',
    { transfer: { direction: 'cash-out', amount: 11_800 } },
    { show: money },
  ),
  atCabinet('game-cabinet-foreign-credit', { foreignCredit: 700 }, { show: money }),
]
