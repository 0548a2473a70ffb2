/**
 * Groups that load with this module, not with the modules that use their keys: the messages of server codes,
 * of the reasons for a session's end, and of unreadable settings. No first screen needs them.
 */
export const LATE_GROUPS = ['code', 'ended', 'site'] as const
