import { useMemo } from "react";
import { peopleById } from "../replica/selectors/by-id.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown, useSelected } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { MessageHtml } from "./message-html.tsx";
import styles from "./message.module.css";

/** A message on its way, and what became of it if it cannot go. */
export function Outgoing({ messageKey, isFirst }: { messageKey: string; isFirst: boolean }) {
  const { outbox, me } = useClient();
  const find = useMemo(
    () => (all: readonly { key: string }[]) => all.findIndex(({ key }) => key === messageKey),
    [messageKey],
  );
  const message = useSelected(outbox.messages, (all) => all[find(all)]);
  const person = useKnown((state) => peopleById(state).get(me));
  if (!message) return null;
  const { html, content, standing, problem } = message;
  return (
    <article className={`${styles["message"]} ${isFirst ? styles["first"] : ""}`}>
      {isFirst && person ? <Avatar id={me} name={person.full_name} url={person.avatar_url} size={36} /> : <span />}
      <div className={styles["body"]}>
        {isFirst && (
          <p className={styles["by"]}>
            <b dir="auto">{person?.full_name}</b>
          </p>
        )}
        <div className={styles["pending"]}>
          {html === null ? (
            <p className={styles["plain"]} dir="auto">
              {content}
            </p>
          ) : (
            <MessageHtml html={html} />
          )}
        </div>
        {standing === "refused" && (
          <div className={styles["standing"]} role="alert">
            <span className={styles["problem"]}>{words.message.refused(problem ?? "")}</span>
            <Button onPress={() => outbox.retry(messageKey)}>{words.message.retry}</Button>
            <Button look="plain" onPress={() => outbox.cancel(messageKey)}>
              {words.message.discard}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
