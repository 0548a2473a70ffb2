/** A player who is logged in, for tests. */
export const user = {
  id: '7',
  username: 'd',
  name: '',
  lastname: '',
  roles: ['user'] as const,
  permissions: undefined,
}
