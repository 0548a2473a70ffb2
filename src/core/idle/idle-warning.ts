/** Time between the idle warning and the lock or logout, ms (specification, section 9). */
export const IDLE_WARNING_MS = 20_000
