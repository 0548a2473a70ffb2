/* What a kiosk needs once a guest is logged in, in one chunk (late.ts). */

export { startAutoCashOut } from '../game/auto-cash-out/actions.ts'
export { startStoringBrands } from './attract/store-seen-brands.ts'
export { cancelHeldMachine } from './idle-logout/cancel-held-machine.ts'
export { MachineSign } from './machine-sign/MachineSign.tsx'
