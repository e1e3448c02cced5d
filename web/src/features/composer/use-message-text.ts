import { useEffect, useRef, useState, type RefObject, useMemo } from "react";
import type { Destination } from "../../client/outbox/outbox.ts";
import { loadRenderer } from "../../client/rendering/markdown-renderer.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { useDraft } from "./drafts/use-draft.ts";
import type { Client } from "../../client/connection/client.ts";
import { useClient } from "../../hooks/context/client-context.tsx";

/** Interval in milliseconds at which a typing notification is repeated if the server does not specify one. */
const RESEND_INTERVAL_MS = 10_000;
const IDLE_MS = 5_000;

/**
 * Returns functions that report that the user is typing in a conversation, or has stopped. They do nothing for notes to
 * self, and if the user has turned off typing notifications.
 */
function useTypingNotification(to: Destination | null): { readonly typed: () => void; readonly stopped: () => void } {
  const client = useClient();
  const typing = useMemo(() => createTypingNotifier(client, to), [client, to]);
  useEffect(() => typing.stopped, [typing]);
  return typing;
}

function createTypingNotifier(client: Client, to: Destination | null) {
  let notifiedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = () => {
    clearTimeout(timer);
    if (notifiedAt === 0 || !to) return;
    notifiedAt = 0;
    void sendTypingStatus(client, to, "stop");
  };
  const typed = () => {
    if (!to || !shouldNotify(client, to)) return;
    clearTimeout(timer);
    timer = setTimeout(stopped, IDLE_MS);
    const wait = client.state.get().server_typing_started_wait_period_milliseconds ?? RESEND_INTERVAL_MS;
    if (Date.now() - notifiedAt < wait) return;
    notifiedAt = Date.now();
    void sendTypingStatus(client, to, "start");
  };
  return { typed, stopped };
}

function shouldNotify({ state, me }: Client, to: Destination): boolean {
  const { user_settings } = state.get();
  if (to.kind === "topic") return user_settings?.send_stream_typing_notifications ?? true;
  return to.userIds[0] !== me && (user_settings?.send_private_typing_notifications ?? true);
}

async function sendTypingStatus({ call }: Client, to: Destination, op: "start" | "stop"): Promise<void> {
  const where =
    to.kind === "topic"
      ? ({ type: "stream", stream_id: to.channelId, topic: to.topic } as const)
      : ({ type: "direct", to: to.userIds } as const);
  // Errors are ignored, because a missing typing notification does no harm.
  await call("POST", "/typing", { op, ...where }).catch(() => undefined);
}

/** The text of the message that the user is writing. */
export interface MessageText {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isEmpty: boolean;
  /** Number of characters that can still be entered. Null while the limit is far away. */
  readonly remainingCharacters: number | null;
  /** Whether the current text is saved as a draft. */
  readonly isSaved: boolean;
  /** Must be called after each change of the text. */
  readonly onChange: () => void;
  /** Returns the text, and clears the field. */
  readonly extractText: () => string;
  /** Removes a text that has been sent from the field. Text that was entered after it remains. */
  readonly removeText: (text: string) => void;
}

/** The number of remaining characters is shown if it is below this threshold. */
const REMAINING_CHARACTERS_THRESHOLD = 500;

interface MessageTextOptions {
  readonly to: Destination;
  /** Text that is appended to the draft. */
  readonly quote: string;
  /**
   * Whether the user is still choosing the topic or further recipients. Until a message to a topic is sent, its draft
   * then belongs to the channel instead of the topic.
   */
  readonly isNew: boolean;
}

/**
 * Returns the text of the message and functions for it. React does not control the text area, so that a key press does
 * not cause anything to be rendered again.
 */
export function useMessageText({ to, quote, isNew }: MessageTextOptions): MessageText {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [left, setLeft] = useState<number | null>(null);
  const longest = useClientState((state) => state.max_message_length ?? Infinity);
  const typing = useTypingNotification(to);
  const show = (text: string) => {
    setEmpty(text.trim() === "");
    setLeft(text.length > longest - REMAINING_CHARACTERS_THRESHOLD ? longest - [...text].length : null);
  };
  const setText = (text: string) => {
    if (field.current) field.current.value = text;
    show(text);
  };
  const { saveDraft, isSaved } = useDraft({ field, to, isNew, setText });
  const onChange = () => {
    const text = field.current?.value ?? "";
    show(text);
    saveDraft();
    if (text === "") return;
    typing.typed();
    // The error is ignored: without the renderer, messages that are waiting for the connection are shown as plain text.
    loadRenderer().catch(() => undefined);
  };
  useEffect(() => {
    if (field.current) appendText(field.current, quote);
  }, [quote]);
  const removeText = (sent: string) => {
    const text = field.current?.value ?? "";
    setText(text.trimStart().startsWith(sent) ? text.trimStart().slice(sent.length).trimStart() : text);
    typing.stopped();
    saveDraft();
  };
  const extractText = (): string => {
    const text = field.current?.value.trim() ?? "";
    removeText(text);
    return text;
  };
  return {
    field,
    isEmpty,
    remainingCharacters: left,
    isSaved,
    onChange,
    extractText,
    removeText,
  };
}

/** Appends a text to the text in the field. */
function appendText(field: HTMLTextAreaElement, text: string): void {
  if (text === "") return;
  field.value = [field.value, text].filter((one) => one !== "").join("\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
