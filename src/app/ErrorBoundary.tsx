import { Component, type ReactNode } from 'react'
import { LazyPart } from '../ui/lazy.tsx'
import { crashPage } from './late.ts'

interface Props {
  /** The path; another one is another try. */
  at: string
  children: ReactNode
}

interface State {
  crashed: boolean
}

/** The last line: an error in drawing shows a way on instead of an empty page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crashed: false }

  static getDerivedStateFromError(): State {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown): void {
    // Its message and stack alone: an object that was thrown, or hangs on it, may hold private data.
    // biome-ignore lint/suspicious/noConsole: the only trace of a fault in the app itself
    console.error(error instanceof Error ? `${error}\n${error.stack}` : 'not an error')
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.crashed && before.at !== this.props.at) this.setState({ crashed: false })
  }

  override render(): ReactNode {
    return this.state.crashed ? <LazyPart part={crashPage} props={{}} /> : this.props.children
  }
}
