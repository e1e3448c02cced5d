import { Button } from "react-aria-components/Button";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { Text } from "react-aria-components/Text";
import { X } from "lucide-react";
import { words } from "../../words/index.ts";
import styles from "./loaded-toasts.module.css";

export interface ToastMessage {
  readonly text: string;
  readonly isError?: boolean;
  /** A button in the toast, such as Undo. */
  readonly action?: { readonly text: string; readonly run: () => void };
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

const TOAST_DURATION_MS = 6_000;

/** Shows a toast, which disappears automatically. Returns a function that closes it earlier. */
export function showToast(toast: ToastMessage): () => void {
  const key = queue.add(toast, { timeout: TOAST_DURATION_MS });
  return () => queue.close(key);
}

/** The part of the page that contains the toasts. Rendered once per page. */
export const Toasts = () => (
  <ToastRegion queue={queue} className={styles["region"] ?? ""}>
    {({ toast }) => (
      <Toast toast={toast} className={`${styles["toast"]} ${toast.content.isError ? styles["problem"] : ""}`}>
        <ToastContent className={styles["text"] ?? ""}>
          <Text slot="title">{toast.content.text}</Text>
        </ToastContent>
        {toast.content.action && (
          <Button
            className={styles["action"] ?? ""}
            onPress={() => {
              toast.content.action?.run();
              queue.close(toast.key);
            }}
          >
            {toast.content.action.text}
          </Button>
        )}
        <Button slot="close" aria-label={words.ui.close} className={styles["close"] ?? ""}>
          <X size={16} aria-hidden />
        </Button>
      </Toast>
    )}
  </ToastRegion>
);
