import { createContext, use } from "react";
import type { Destination } from "../../client/outbox/outbox.ts";

/** Actions of the composer that can be started from a message. Texts are in Markdown. */
export interface ComposerActions {
  /** Makes the conversation the destination of the composer. */
  readonly replyTo: (to: Destination) => void;
  /** Makes the conversation the destination of the composer, and inserts a text. */
  readonly quote: (to: Destination, markdown: string) => void;
  /** Starts a message with a text. The user then chooses the destination. */
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
