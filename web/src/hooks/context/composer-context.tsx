import { createContext, use } from "react";
import type { Destination } from "../../client/outbox/outbox.ts";

/** What a message can ask of the place where one writes. Texts are Markdown. */
export interface ComposerActions {
  /** Writes to a conversation from now on. */
  readonly replyTo: (to: Destination) => void;
  /** The same, beginning with a text. */
  readonly quote: (to: Destination, markdown: string) => void;
  /** Begins with a text, and asks where it shall go. */
  readonly forward: (markdown: string) => void;
}

const ComposerContext = createContext<ComposerActions>({
  replyTo: () => undefined,
  quote: () => undefined,
  forward: () => undefined,
});

export const ComposerActionsProvider = ComposerContext;

/** The place where one writes, beside the messages. */
export const useComposerActions = (): ComposerActions => use(ComposerContext);
