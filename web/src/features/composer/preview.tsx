import { useEffect, useState } from "react";
import { MessageHtml } from "../message-content/message-html.tsx";
import { Skeleton } from "../../base/ui/empty-state.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useRenderedMarkdown } from "../../hooks/use-rendered-markdown.ts";
import styles from "./composer.module.css";

/** Preview of the message. The browser's own rendering is shown until the server's rendering is received. */
export function Preview({ content }: { content: string }) {
  const { call } = useClient();
  const here = useRenderedMarkdown(content);
  const [exact, setExact] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    call("POST", "/messages/render", { content }).then(
      (answer) => {
        if (!isWanted) return;
        if (answer.result === "error") setProblem(answer.msg);
        else setExact(answer.rendered);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [call, content]);
  const html = exact ?? here;
  return (
    <div className={styles["preview"]} aria-live="polite">
      {problem ?? (html === null ? <Skeleton lines={1} /> : <MessageHtml html={html} />)}
    </div>
  );
}
