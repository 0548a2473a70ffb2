/* What a kiosk needs for a guest with a machine: it stands on the game's code (late.ts). */

export { startAutoCashOut } from '../game/auto-cash-out/actions.ts'
export { cancelHeldMachine } from './idle-logout/cancel-held-machine.ts'
export { MachineSign } from './machine-sign/MachineSign.tsx'
