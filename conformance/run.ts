import { checkOptionalCalls } from './checks/account.ts'
import { checkButtons } from './checks/buttons.ts'
import { checkCashOut } from './checks/cash-out.ts'
import { checkConnectionLoss } from './checks/connection-loss.ts'
import { checkCors, checkCorsOfAnswers } from './checks/cors.ts'
import { checkCredit } from './checks/credit.ts'
import { checkFloor, type FloorView, LISTS_MACHINES, UNKNOWN_ID } from './checks/floor.ts'
import { checkJoin, JOINS } from './checks/join.ts'
import { checkKickAndCancel } from './checks/kick-and-cancel.ts'
import { checkLogin, checkLogout, LOGS_IN } from './checks/login.ts'
import { checkNotifications, opensNotices } from './checks/notifications.ts'
import { checkPicture } from './checks/picture.ts'
import { returnCredit } from './checks/return-credit.ts'
import { checkSpin } from './checks/spin.ts'
import type { Kit, Session } from './client/kit.ts'
import type { Seat } from './client/seat.ts'
import type { LiveSocket } from './client/sockets.ts'
import { FollowsFrom, Unchecked } from './report/findings.ts'

/** A run of all checks; it can be stopped early. */
export interface Run {
  readonly done: Promise<void>
  /** Lets the running check end, returns the machine's credit and ends the run. */
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
  let isStopped = false

  const cannotGoOn = async (what: string, reason: Error) => {
    await recorder.check(what, () => {
      throw reason
    })
  }

  async function play(current: Session, floor: FloorView, socket: LiveSocket): Promise<void> {
    seat = await checkJoin(kit, current, floor, socket)
    if (!seat) return cannotGoOn('picture and money', new FollowsFrom(JOINS))
    seat.isLeaving = isStopped
    await checkPicture(seat)
    const stake = await checkCredit(seat, socket)
    if (stake !== undefined) await checkSpin(seat, stake)
    await checkButtons(seat)
    await checkConnectionLoss(seat, socket)
    await checkCashOut(seat)
    await checkKickAndCancel(seat, stake, socket)
  }

  async function endSession(): Promise<void> {
    if (session && seat) await returnCredit(seat)
    if (session) await checkLogout(kit, session)
    await checkCorsOfAnswers(kit)
  }
  let playing: Promise<void> | undefined
  let ended: Promise<void> | undefined
  /** Runs only at the first call. */
  const leave = () => {
    ended ??= endSession()
    return ended
  }

  async function checkAll(): Promise<void> {
    await checkCors(kit)
    session = await checkLogin(kit)
    if (!session) return cannotGoOn('everything else', new FollowsFrom(LOGS_IN))
    const floor = await checkFloor(kit, session)
    const notifications = await checkNotifications(kit, session)
    try {
      if (!floor) return await cannotGoOn('the game', new FollowsFrom(LISTS_MACHINES))
      if (!notifications) return await cannotGoOn('the game', new FollowsFrom(opensNotices(kit.target)))
      const { machine: held } = notifications
      if (held !== undefined) {
        const reason = `The player has ${held} already: end that visit or use another player.`
        return await cannotGoOn('the game', new Unchecked(reason))
      }
      playing = play(session, floor, notifications.socket)
      await playing
    } finally {
      const [machine] = floor?.machines ?? []
      const machineId = seat?.machineId ?? machine?.id ?? UNKNOWN_ID
      if (!isStopped) await checkOptionalCalls(kit, session, machineId, seat)
      await leave()
      notifications?.socket.close()
    }
  }

  async function stop(): Promise<void> {
    isStopped = true
    kit.allowance.close()
    if (seat) seat.isLeaving = true
    // A command of the running check could meet those that return the credit. The later checks do not begin.
    await playing?.catch(() => undefined)
    await leave()
  }

  return { done: checkAll().finally(leave), stop }
}
