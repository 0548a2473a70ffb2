/** Lets buttons tick where the operator wants it (`clickSound`); fetched for nobody else. */
export async function startClickSoundBySetting(): Promise<void> {
  const { more } = await import('../settings/operator.ts')
  if (more.peek().clickSound) (await import('./click-sound.ts')).startClickSound()
}
