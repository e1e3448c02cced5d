import { createContext, use } from "react";
import type { Destination } from "../../client/outbox/outbox.ts";

/** Actions of the composer that messages can start. Texts are Markdown. */
export interface ComposerActions {
  /** Switches the composer to a conversation. */
  readonly replyTo: (to: Destination) => void;
  /** The same, with an initial text. */
  readonly quote: (to: Destination, markdown: string) => void;
  /** Starts a message with a text, whose destination the user then chooses. */
  readonly forward: (markdown: string) => void;
}

const ComposerContext = createContext<ComposerActions>({
  replyTo: () => undefined,
  quote: () => undefined,
  forward: () => undefined,
});

export const ComposerActionsProvider = ComposerContext;

/** Returns the composer's actions. */
export const useComposerActions = (): ComposerActions => use(ComposerContext);
