import { useMemo } from "react";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../base/ui/avatar.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useRenderedMarkdown } from "../../../hooks/use-rendered-markdown.ts";
import { useClientState, useSelected } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { MessageHtml } from "../../message-content/message-html.tsx";
import styles from "./message.module.css";
import { useComposerActions } from "../../../hooks/context/composer-context.tsx";

interface PendingMessageRowProps {
  readonly messageKey: string;
  readonly isFirst: boolean;
}

/** A pending message. Shows the error if sending has failed. */
export function PendingMessageRow({ messageKey, isFirst }: PendingMessageRowProps) {
  const { outbox, me } = useClient();
  const { quote } = useComposerActions();
  const find = useMemo(
    () => (all: readonly { key: string }[]) => all.findIndex(({ key }) => key === messageKey),
    [messageKey],
  );
  const message = useSelected(outbox.messages, (all) => all[find(all)]);
  const person = useClientState((state) => peopleById(state).get(me));
  if (!message) return null;
  const { content, standing: status, problem } = message;
  const cancel = () => {
    const text = outbox.cancel(messageKey);
    if (text !== undefined) quote(message.to, text);
  };
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
          <LocalEcho content={content} />
        </div>
        {status === "refused" && (
          <div className={styles["standing"]} role="alert">
            <span className={styles["problem"]}>{words.message.refused(problem ?? "")}</span>
            <Button onPress={() => outbox.retry(messageKey)}>{words.message.retry}</Button>
            <Button variant="plain" onPress={cancel}>
              {words.message.discard}
            </Button>
          </div>
        )}
        {status === "waiting" && (
          <div className={`${styles["standing"]} ${styles["waiting"]}`} role="status">
            {words.message.waiting}
            <Button variant="plain" onPress={cancel}>
              {words.message.discard}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}

/** The text of the message as the browser renders it. Shown until the server's rendering is received. */
function LocalEcho({ content }: { readonly content: string }) {
  const html = useRenderedMarkdown(content);
  if (html !== null) return <MessageHtml html={html} />;
  return (
    <p className={styles["plain"]} dir="auto">
      {content}
    </p>
  );
}
