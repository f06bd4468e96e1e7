/** A panel that cannot be drawn says so in its own place; the others stay. */
import { Component, type ReactNode } from 'react';

interface Props {
  /** A change of this value gives the panel another try: new data, new options. */
  resetKey: unknown;
  fallback: (message: string) => ReactNode;
  children: ReactNode;
}

interface State {
  message?: string;
  failedWith?: unknown;
}

export class PanelBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.message !== undefined && state.failedWith === undefined) return { failedWith: props.resetKey };
    if (state.message !== undefined && state.failedWith !== props.resetKey) return { message: undefined, failedWith: undefined };
    return null;
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : this.props.fallback(message);
  }
}
