/** Lets buttons tick where the operator wants it (`clickSound`); loaded only there. */
export async function startClickSoundBySetting(): Promise<void> {
  const { operatorSettings } = await import('../settings/operator.ts')
  if (operatorSettings.peek().clickSound) (await import('./click-sound.ts')).startClickSound()
}
