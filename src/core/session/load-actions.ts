/** The session's actions, which load with all that comes after the login. */
export const loadActions = () => import('./actions.ts')
