/**
 * Groups that load with this module, not with the modules that use their keys: the messages of server codes,
 * and those of a session that ended or could not start. No first screen needs them.
 */
export const LATE_GROUPS = ['code', 'session'] as const
