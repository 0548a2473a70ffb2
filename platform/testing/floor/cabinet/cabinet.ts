import type { FromController, Game, ToController } from '../../../machines/cabinet/controller-messages.ts'

/*
 * For tests: a cabinet with its controller, as the protocol asks for it. What it has executed and what is not
 * acknowledged survives its restarts.
 */

export function createTestCabinet(machine: string) {
  let credit = 0
  let seq = 0
  let number = 0
  let win = 0
  let isBusy = false
  /** The answer to each transfer that was executed, refused or asked for in vain. */
  const outcomes = new Map<string, FromController>()
  const presses = new Map<string, string>()
  const unacknowledged: Game[] = []
  /** Of all games: what they left, in cents. */
  let net = 0
  let visit: string | null = null
  const stake = 100

  const state = (phase: 'idle' | 'playing' | 'handpay' | 'locked' = 'idle'): FromController => {
    seq += 1
    return { type: 'state', seq, phase, credit, stake, win, games: number }
  }
  const hello = (): FromController => ({
    ...{ type: 'hello', protocol: 1, machine, firmware: 'test 1', stakes: [stake], games: number },
    buttons: [
      { id: 'start', label: 'Start', kind: 'spin' },
      { id: 'up', label: 'Bet +', kind: 'stake-up' },
      { id: 'max', label: 'Max bet', kind: 'max' },
      { id: 'double', label: 'Double', kind: 'gamble' },
      { id: 'help', label: 'Help', kind: 'other' },
      { id: 'collect', label: 'Collect', kind: 'collect' },
    ],
  })

  function play(won: number, staked = stake): FromController[] {
    if (credit < staked) return []
    number += 1
    credit += won - staked
    win = won
    net += won - staked
    const game: Game = {
      ...{ type: 'game', number, stake: staked, win, credit },
      at: '2026-11-26T01:02:03.456Z',
    }
    unacknowledged.push(game)
    return unacknowledged.length === 1 ? [game] : []
  }

  function execute(id: string, take: () => number): FromController[] {
    const known = outcomes.get(id)
    if (known) return [known]
    const outcome: FromController = isBusy
      ? { type: 'refused', id, code: 'busy' }
      : { type: 'done', id, cents: take(), credit, games: number }
    outcomes.set(id, outcome)
    return [outcome, state()]
  }

  return {
    hello,
    state,
    play,
    /** Everything that a new connection begins with. */
    greet: (): FromController[] => [hello(), ...unacknowledged.slice(0, 1), state()],
    receive(message: ToController): FromController[] {
      switch (message.type) {
        case 'credit':
          return execute(message.id, () => {
            credit += message.cents
            return message.cents
          })
        case 'cashout':
          return execute(message.id, () => {
            const taken = credit
            credit = 0
            return taken
          })
        case 'status': {
          const known = outcomes.get(message.id) ?? { type: 'unknown' as const, id: message.id }
          outcomes.set(
            message.id,
            known.type === 'unknown' ? { type: 'refused', id: message.id, code: 'late' } : known,
          )
          return [known]
        }
        case 'press': {
          if (presses.has(message.id)) return []
          presses.set(message.id, message.button)
          const isStart = message.button === 'start' || message.button === 'max'
          const games = isStart ? [state('playing'), ...play(0)] : []
          return [...games, state(), { type: 'ok', id: message.id }]
        }
        case 'seat':
          visit = message.visit
          return [{ type: 'ok' }]
        case 'ack': {
          if (message.of !== 'game' || String(unacknowledged[0]?.number) !== message.id) return []
          unacknowledged.shift()
          return unacknowledged.slice(0, 1)
        }
        case 'error':
          unacknowledged.shift()
          return unacknowledged.slice(0, 1)
        default:
          return []
      }
    },
    /** Refuses transfers. */
    setBusy(busy: boolean) {
      isBusy = busy
    },
    /** A hand puts in a bill. */
    insert(cents: number) {
      credit += cents
    },
    setCredit(cents: number) {
      credit = cents
    },
    get credit() {
      return credit
    },
    get net() {
      return net
    },
    get pressed() {
      return [...presses.values()]
    },
    get games() {
      return number
    },
    set games(last: number) {
      number = last
    },
    get visit() {
      return visit
    },
  }
}
export type TestCabinet = ReturnType<typeof createTestCabinet>
