import { Code } from '../../src/contract/codes.ts'
import { need, newRequestId, readWallet } from '../client/kit.ts'
import { checkFromState, expectMoney, expectWallet, GAME, PRESS, type Seat } from '../client/seat.ts'
import { expectAck, expectRefusedAck, isRefused } from '../client/shapes.ts'
import { Absent, Unchecked, Violation } from '../report/findings.ts'

const PRESSES = 'a press of an announced button moves no money'
/** What such a button does may depend on the stake or the win. */
const STAKING: readonly string[] = ['max', 'gamble']
/** A cabinet that cannot take the press now. */
const NOT_NOW: readonly unknown[] = [Code.machineBusy, Code.machineOutOfOrder, Code.machineRefused]

/** Presses a button of a cabinet that stakes nothing, and buttons that the machine has not announced. */
export async function checkButtons(seat: Seat): Promise<void> {
  seat.kit.recorder.begin('Buttons')
  const buttons = seat.joined.capabilities.cabinetButtons ?? []
  const unknown = () => ({ requestId: newRequestId(), button: 'conformance-unknown' })
  await checkFromState(seat, 'a button that is not announced is refused', async () => {
    const isOptional = buttons.length === 0
    const { optional, answer } = seat.kit.waits
    const asked = seat.socket.request('press', unknown(), isOptional ? optional : answer)
    const exchange = await asked.catch((error: unknown) => {
      if (!isOptional || !(error instanceof Violation)) throw error
      throw new Absent('The machine announces no buttons: the app sends no press.')
    })
    expectRefusedAck(exchange, [Code.notFound])
  })
  if (buttons.length === 0) return
  const requestId = newRequestId()
  let pressed: string | undefined
  await checkFromState(seat, PRESSES, async () => {
    const button = buttons.find(({ kind }) => !STAKING.includes(kind))
    if (!button) throw new Absent('Each of its buttons may stake money: the kit presses none.')
    const { balance } = await readWallet(seat)
    const exchange = await seat.socket.request('press', { requestId, button: button.id })
    const { code } = Object(exchange.body) as { code?: unknown }
    if (isRefused(exchange) && NOT_NOW.includes(code))
      throw new Unchecked(`The machine took no press: ${exchange.got}`)
    const { game } = expectAck(exchange, PRESS)
    pressed = button.id
    if (game && seat.game) {
      const { credit } = seat.game
      expectMoney(game.credit === credit, exchange, `"credit": ${credit}, as before`, GAME)
      seat.game = game
    }
    await expectWallet(seat, balance)
  })
  await checkFromState(seat, 'a repeated press is answered as the first', async () => {
    expectAck(await seat.socket.request('press', { requestId, button: need(pressed, PRESSES) }), PRESS)
  })
  await checkFromState(seat, 'malformed presses are refused', async () => {
    const [{ id: button } = { id: '' }] = buttons
    const payloads = [{}, 'text', { button }, { requestId: 'short', button }, { ...unknown(), button: {} }]
    for (const payload of payloads)
      expectRefusedAck(await seat.socket.request('press', payload), [Code.invalidRequest])
  })
}
