import { useEffect, useRef, useState, type RefObject } from "react";
import type { Destination } from "../../client/outbox/outbox.ts";
import { loadRenderer } from "../../client/rendering/markdown-renderer.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { useTyping } from "./typing.ts";
import { useDraft } from "./drafts/use-draft.ts";

/** A text that somebody writes to a conversation. */
export interface Writing {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isEmpty: boolean;
  /** How many characters it may still have; null while that is far away. */
  readonly left: number | null;
  /** Whether it is kept as it stands. */
  readonly isKept: boolean;
  /** After each change of the text. */
  readonly changed: () => void;
  /** Takes the text out of the field. */
  readonly take: () => string;
  /** Takes this text out of the field, and leaves what was written after it. */
  readonly drop: (text: string) => void;
}

/** So near to the limit it is shown how much is left, in characters. */
const NEAR_LIMIT = 500;

interface WritingOptions {
  readonly to: Destination;
  /** What is added to what is there. */
  readonly quote: string;
  /** Whether its topic is still to be chosen: until it is sent, the text is the channel's. */
  readonly isNew: boolean;
}

/** The field is the browser's own: a key costs no more than the key. */
export function useWriting({ to, quote, isNew }: WritingOptions): Writing {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [left, setLeft] = useState<number | null>(null);
  const longest = useKnown((state) => state.max_message_length ?? Infinity);
  const typing = useTyping(to);
  const show = (text: string) => {
    setEmpty(text.trim() === "");
    setLeft(text.length > longest - NEAR_LIMIT ? longest - [...text].length : null);
  };
  const put = (text: string) => {
    if (field.current) field.current.value = text;
    show(text);
  };
  const { keep, isKept } = useDraft({ field, to, isNew, put });
  const changed = () => {
    const text = field.current?.value ?? "";
    show(text);
    keep();
    if (text === "") return;
    typing.typed();
    // Without a network, one's own texts are shown as they were written.
    loadRenderer().catch(() => undefined);
  };
  useEffect(() => {
    if (field.current) append(field.current, quote);
  }, [quote]);
  const drop = (sent: string) => {
    const text = field.current?.value ?? "";
    put(text.trimStart().startsWith(sent) ? text.trimStart().slice(sent.length).trimStart() : text);
    typing.stopped();
    keep();
  };
  const take = (): string => {
    const text = field.current?.value.trim() ?? "";
    drop(text);
    return text;
  };
  return { field, isEmpty, left, isKept, changed, take, drop };
}

/** Adds a text after what is there. */
function append(field: HTMLTextAreaElement, text: string): void {
  if (text === "") return;
  field.value = [field.value, text].filter((one) => one !== "").join("\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
