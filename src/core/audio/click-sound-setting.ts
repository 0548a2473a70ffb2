/** Starts the click sound if the operator has enabled it; its code is fetched only then. */
export async function startClickSoundBySetting(): Promise<void> {
  const { operatorSettings } = await import('../settings/operator.ts')
  if (operatorSettings.peek().clickSound) (await import('./click-sound.ts')).startClickSound()
}
