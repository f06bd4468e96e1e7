/** A panel that cannot be drawn says so in its own place; the others stay. */
import { Component, type ReactNode } from 'react';

interface Props {
  /** A change of this value gives the panel another try: new data, new options. */
  resetKey: unknown;
  renderFailure: (message: string) => ReactNode;
  children: ReactNode;
}

interface Failure {
  message?: string;
  failedWith?: unknown;
}

export class PanelBoundary extends Component<Props, Failure> {
  override state: Failure = {};

  static getDerivedStateFromError(error: unknown): Partial<Failure> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps(props: Props, state: Failure): Partial<Failure> | null {
    if (state.message !== undefined && state.failedWith === undefined)
      return { failedWith: props.resetKey };
    if (state.message !== undefined && state.failedWith !== props.resetKey)
      return { message: undefined, failedWith: undefined };
    return null;
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return this.props.renderFailure(message);
  }
}
