/** How long before an idle lock or logout its warning opens, ms (specification, section 9). */
export const IDLE_WARNING_MS = 20_000
