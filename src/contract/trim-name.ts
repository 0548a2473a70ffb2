/** A user name without spaces and invisible characters around it, such as those of a pasted text. */
export const trimName = (name: string): string => name.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
