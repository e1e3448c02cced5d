import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { words } from "../words/index.ts";
import { Button } from "./forms/button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What is shown in it: another one is tried anew. */
  readonly resetKey: unknown;
  /** What stands there instead; default: a word on it, and the way to load the page anew. */
  readonly fallback?: ReactNode;
}

interface ErrorBoundaryState {
  readonly resetKey: unknown;
  readonly hasFailed: boolean;
}

/** Stands in for a part of the page that fails, so that the rest goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { resetKey, hasFailed: false };
  }

  override render(): ReactNode {
    const { children, fallback = <ErrorMessage /> } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}

/** Says that it failed, and what to do. */
const ErrorMessage = () => (
  <EmptyState icon={<TriangleAlert size={30} aria-hidden />} title={words.ui.mishap}>
    {words.ui.mishapMore}
    <Button variant="primary" onPress={() => location.reload()}>
      {words.ui.reload}
    </Button>
  </EmptyState>
);
