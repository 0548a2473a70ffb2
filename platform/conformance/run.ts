import { checkOptionalCalls } from './checks/account.ts'
import { checkCashOut } from './checks/cash-out.ts'
import { checkConnectionLoss } from './checks/connection-loss.ts'
import { checkCors } from './checks/cors.ts'
import { checkCredit } from './checks/credit.ts'
import { checkFloor, type FloorView } from './checks/floor.ts'
import { checkJoin } from './checks/join.ts'
import { checkKickAndCancel } from './checks/kick-and-cancel.ts'
import { checkLogin, checkLogout } from './checks/login.ts'
import { checkNotifications, type Notifications } from './checks/notifications.ts'
import { checkPicture } from './checks/picture.ts'
import { returnCredit } from './checks/return-credit.ts'
import { checkSpin } from './checks/spin.ts'
import type { Kit, Session } from './client/kit.ts'
import type { Seat } from './client/seat.ts'
import { Unchecked } from './report/findings.ts'

/** A run of all checks; it can be stopped early. */
export interface Run {
  readonly done: Promise<void>
  /** Returns the machine's credit and ends the run. */
  stop(): Promise<void>
}

/**
 * Checks a platform from login to logout. The findings are in the kit's recorder. At the end, also after a
 * failed check, the credit that was not played is back in the wallet.
 */
export function startRun(kit: Kit): Run {
  const { recorder } = kit
  let session: Session | undefined
  let seat: Seat | undefined

  const cannotGoOn = async (what: string, reason: string) => {
    await recorder.check(what, () => {
      throw new Unchecked(reason)
    })
  }

  async function play(current: Session, floor: FloorView, notifications: Notifications): Promise<void> {
    const { socket } = notifications
    seat = await checkJoin(kit, current, floor, notifications)
    if (!seat) return cannotGoOn('picture and money', 'No machine could be joined.')
    await checkPicture(kit, current, seat)
    const funded = await checkCredit(kit, current, seat, socket)
    await checkSpin(kit, current, seat, funded)
    await checkConnectionLoss(kit, current, seat, socket)
    await checkCashOut(kit, current, seat)
    await checkKickAndCancel(kit, current, seat, funded, socket)
  }

  async function endSession(): Promise<void> {
    if (session && seat) await returnCredit(kit, session, seat)
    if (session) await checkLogout(kit, session)
  }
  let ended: Promise<void> | undefined
  /** Runs only at the first call. */
  const leave = () => {
    ended ??= endSession()
    return ended
  }

  async function checkAll(): Promise<void> {
    await checkCors(kit)
    session = await checkLogin(kit)
    if (!session) return cannotGoOn('everything else', 'The player could not log in.')
    const floor = await checkFloor(kit, session)
    const [machine] = floor?.machines ?? []
    await checkOptionalCalls(kit, session, machine?.id ?? 'conformance-unknown')
    const notifications = await checkNotifications(kit, session)
    if (!floor || !notifications) return cannotGoOn('the game', 'The floor or the notifications are wrong.')
    const { machine: held, socket } = notifications
    if (held !== undefined) {
      return cannotGoOn('the game', `The player has ${held} already: end that visit or use another player.`)
    }
    try {
      await play(session, floor, notifications)
    } finally {
      await leave()
      socket.close()
    }
  }

  async function stop(): Promise<void> {
    kit.allowance.close()
    await leave()
  }

  return { done: checkAll().finally(leave), stop }
}
