/**
 * The texts of these groups come with this module, not with the modules that have their keys: the servers'
 * codes, why a session ended, and settings that cannot be read. No first screen needs them.
 */
export const LATE_GROUPS = ['code', 'ended', 'site'] as const
