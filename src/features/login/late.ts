/** The lockouts of accounts, loaded when the server reports the first one. */
export const loadLockout = () => import('./login-lockout.tsx')
export type Lockout = typeof import('./login-lockout.tsx')
