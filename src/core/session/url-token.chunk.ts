export { enterWithUrlToken } from './enter-with-url-token.ts'
export { TokenQuestion } from './TokenQuestion.tsx'
