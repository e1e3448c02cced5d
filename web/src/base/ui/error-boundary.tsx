import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { words } from "../words/index.ts";
import { Button } from "./forms/button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Identifies the content. After an error, the content is rendered again as soon as this key changes. */
  readonly resetKey: unknown;
  /** Shown if the content throws. Default: an error message with a button to reload the page. */
  readonly fallback?: ReactNode;
}

interface ErrorBoundaryState {
  readonly resetKey: unknown;
  readonly hasFailed: boolean;
}

/**
 * Replaces a part of the page that throws while rendering with an error message, so that the rest of the page continues
 * to work.
 */
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

const ErrorMessage = () => (
  <EmptyState icon={<TriangleAlert size={30} aria-hidden />} title={words.ui.mishap}>
    {words.ui.mishapMore}
    <Button variant="primary" onPress={() => location.reload()}>
      {words.ui.reload}
    </Button>
  </EmptyState>
);
