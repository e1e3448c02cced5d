import { CloudOff, LogIn, RefreshCw } from "lucide-react";
import { Button } from "../base/ui/forms/button.tsx";
import { useClient } from "../hooks/context/client-context.tsx";
import { useNow } from "../hooks/use-now.ts";
import { useStore } from "../hooks/use-store.ts";
import { words } from "../base/words/index.ts";
import styles from "./connection-bar.module.css";

/** Time in milliseconds that connecting may take before the bar is shown. */
const CONNECTING_DELAY_MS = 4_000;

/**
 * Bar that shows that the displayed data may be outdated, and how many messages are waiting to be sent; after the
 * session has ended, a login button. Not shown while the page is connected or in the first seconds of connecting.
 */
export function ConnectionBar() {
  const { status, outbox } = useClient();
  const { phase, currentAt } = useStore(status);
  const waiting = useStore(outbox.messages).length;
  const now = useNow(5);
  if (phase === "live" || (phase === "connecting" && now - currentAt < CONNECTING_DELAY_MS)) return null;
  if (phase === "signed-out") {
    return (
      <div className={styles["bar"]} role="status">
        <LogIn size={16} aria-hidden />
        <span>{words.connection.signedOut}</span>
        <Button variant="primary" onPress={() => location.assign("/login")}>
          {words.connection.signIn}
        </Button>
      </div>
    );
  }
  const Icon = phase === "offline" ? CloudOff : RefreshCw;
  return (
    <div className={styles["bar"]} role="status">
      <Icon size={16} aria-hidden />
      <span>
        {phase === "offline" ? words.connection.offline(currentAt, now) : words.connection.connecting}
        {waiting > 0 && ` ${words.connection.waiting(waiting)}`}
      </span>
    </div>
  );
}
