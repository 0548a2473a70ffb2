import type { Dispose } from '../../src/contract/result.ts'
import type { FloorEvents } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { GameSockets } from './game-sockets.ts'
import { notificationRoom, playerRoom, type RealtimeServer } from './sockets.ts'

/** Pushes the floor's events to the sockets that they concern. Returns the stop function. */
export function startFloorPushes(
  io: RealtimeServer,
  { events }: Pick<Floor, 'events'>,
  games: GameSockets,
): Dispose {
  const isPlaying = ({ machineId, playerId }: { machineId: string; playerId: string }) =>
    games.socketOf(machineId)?.data.playerId === playerId
  const game = (change: FloorEvents['game'][0]) => {
    if (isPlaying(change)) games.socketOf(change.machineId)?.emit('game', change.state)
  }
  const balance = ({ playerId, ...wallet }: FloorEvents['balance'][0]) =>
    void io.to(playerRoom(playerId)).emit('balance', wallet)
  const seat = (change: FloorEvents['seat'][0]) =>
    void io.to(notificationRoom(change.playerId)).emit('session', change.seat)
  const info = (message: FloorEvents['info'][0]) => {
    if (isPlaying(message)) games.socketOf(message.machineId)?.emit('info', message.info)
  }
  const dismissed = (dismissal: FloorEvents['dismissed'][0]) => {
    if (isPlaying(dismissal)) games.dismiss(dismissal.machineId, dismissal.info, dismissal.presence)
  }
  const quit = (dismissal: FloorEvents['quit'][0]) => {
    if (isPlaying(dismissal)) games.quit(dismissal.machineId, dismissal.message, dismissal.presence)
  }
  // The client connects again, and gets what is true now with the answer to `init`.
  const outdated = (page: FloorEvents['outdated'][0]) => {
    if (isPlaying(page)) games.socketOf(page.machineId)?.disconnect(true)
  }
  events.on('game', game).on('balance', balance).on('seat', seat)
  events.on('info', info).on('dismissed', dismissed).on('quit', quit).on('outdated', outdated)
  return () => {
    events.off('game', game).off('balance', balance).off('seat', seat)
    events.off('info', info).off('dismissed', dismissed).off('quit', quit).off('outdated', outdated)
  }
}
