import { MessageCircleOff } from "lucide-react";
import { useEffect, useState } from "react";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import { isSamePlace, placeOf } from "../../../client/routes/route.ts";
import { destinationOf } from "../../../client/replica/selectors/message-destination.ts";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";
import { words } from "../../../base/words/index.ts";
import styles from "./message-list.module.css";

/** What is said of a message that was asked for and is not in the list: who finds that it was moved is led there. */
export function LostMessage({ place }: { place: MessagesPlace }) {
  const { call, me } = useClient();
  const { replace } = useNavigator();
  const [isGone, setGone] = useState(false);
  const { near } = place;
  useEffect(() => {
    let isWanted = true;
    const look = async () => {
      if (near === null) return;
      const answer = await call("GET", `/messages/${near}`, { allow_empty_topic_name: true });
      if (!isWanted) return;
      if (answer.result === "error") return setGone(true);
      const there = placeOf(destinationOf(answer.message, me), near);
      if (isSamePlace(there, place)) return;
      say({ text: words.list.moved });
      replace(there);
    };
    // Where the server does not answer, the page says so already.
    look().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [call, me, near, place, replace]);
  if (!isGone) return null;
  return (
    <p className={styles["lost"]} role="status">
      <MessageCircleOff size={16} aria-hidden />
      {words.list.gone}
    </p>
  );
}
