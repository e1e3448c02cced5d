import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { words } from "../words/index.ts";
import { Button } from "./forms/button.tsx";
import { Emptiness } from "./empty-state.tsx";

interface MishapProps {
  readonly children: ReactNode;
  /** What is shown in it: another one is tried anew. */
  readonly of: unknown;
  /** What stands there instead; default: a word on it, and the way to load the page anew. */
  readonly instead?: ReactNode;
}

interface MishapState {
  readonly of: unknown;
  readonly hasFailed: boolean;
}

/** Stands in for a part of the page that fails, so that the rest goes on. */
export class Mishap extends Component<MishapProps, MishapState> {
  override state: MishapState = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<MishapState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ of }: MishapProps, state: MishapState): MishapState | null {
    return of === state.of ? null : { of, hasFailed: false };
  }

  override render(): ReactNode {
    const { children, instead = <Failed /> } = this.props;
    return this.state.hasFailed ? instead : children;
  }
}

/** Says that it failed, and what to do. */
const Failed = () => (
  <Emptiness icon={<TriangleAlert size={30} aria-hidden />} title={words.ui.mishap}>
    {words.ui.mishapMore}
    <Button look="primary" onPress={() => location.reload()}>
      {words.ui.reload}
    </Button>
  </Emptiness>
);
