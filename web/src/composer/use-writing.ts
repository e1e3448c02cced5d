import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { Destination } from "../connection/outbox.ts";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { draftFor, keepEverywhere, keepHere } from "./drafts.ts";
import { useTyping } from "./typing.ts";

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
}

/** So near to the limit it is shown how much is left, in characters. */
const NEAR_LIMIT = 500;

/** The field is the browser's own: a key costs no more than the key. */
export function useWriting(to: Destination, quote: string): Writing {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [left, setLeft] = useState<number | null>(null);
  const longest = useKnown((state) => state.max_message_length ?? Infinity);
  const typing = useTyping(to);
  const { keep, isKept } = useDraft(to);
  const first = useMemo(
    () => [draftFor(client, to), quote].filter((text) => text !== "").join("\n"),
    [client, to, quote],
  );
  const changed = () => {
    const text = field.current?.value ?? "";
    setEmpty(text.trim() === "");
    setLeft(text.length > longest - NEAR_LIMIT ? longest - [...text].length : null);
    keep(text);
    if (text !== "") typing.typed();
  };
  useEffect(() => {
    if (!field.current || field.current.value !== "" || first === "") return;
    field.current.value = first;
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [first]);
  const take = (): string => {
    const text = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    setEmpty(true);
    setLeft(null);
    typing.stopped();
    keep("");
    return text;
  };
  return { field, isEmpty, left, isKept, changed, take };
}

/** A draft is kept on this machine after so long without a key, and everywhere after longer; in milliseconds. */
const KEEP_HERE_MS = 300;
const KEEP_EVERYWHERE_MS = 2_500;

/** Keeps what is written after each pause, and at the end. */
function useDraft(to: Destination): { readonly keep: (text: string) => void; readonly isKept: boolean } {
  const client = useClient();
  const [isKept, setKept] = useState(false);
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const keep = (text: string) => {
    for (const timer of timers.current) clearTimeout(timer);
    setKept(false);
    if (to.kind === "topic" && to.topic === "") return;
    // What the server could not be told stays on this machine.
    const everywhere = () => void keepEverywhere(client, to, text).catch(() => undefined);
    if (text === "") {
      keepHere(to, "");
      everywhere();
      return;
    }
    const here = () => {
      keepHere(to, text);
      setKept(true);
    };
    timers.current = [setTimeout(here, KEEP_HERE_MS), setTimeout(everywhere, KEEP_EVERYWHERE_MS)];
  };
  return { keep, isKept };
}
