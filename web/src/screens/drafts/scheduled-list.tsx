import type { ReactNode } from "react";
import { bringBack } from "../../features/composer/drafts/drafts.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { told } from "../../hooks/check-outcome.ts";
import { placeOf } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";
import { destinationOfRecipient, Where } from "./destination-name.tsx";

/** What the server will send later; `children` where that is nothing. */
export function Scheduled({ children }: { children: ReactNode }) {
  const client = useClient();
  const { go } = useNavigator();
  const all = useKnown((state) => state.scheduled_messages);
  const messages = all?.filter((message) => !("reminder_target_message_id" in message)) ?? [];
  if (messages.length === 0) return children;
  const takeBack = async (id: number, to: Destination | null, content: string) => {
    const outcome = await client.change({
      expects: [{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }],
      request: (call) => call("DELETE", `/scheduled_messages/${id}`),
    });
    told(outcome);
    if (!outcome.done || !to) return;
    bringBack(client, to, content);
    go(placeOf(to));
  };
  return (
    <Lines>
      {messages.map(({ scheduled_message_id: id, content, scheduled_delivery_timestamp, failed, ...recipient }) => {
        const to = destinationOfRecipient(recipient, client.me);
        const when = failed ? words.unsent.failed : words.unsent.sentAt(exactly(scheduled_delivery_timestamp * 1000));
        return (
          <LineItem
            key={id}
            title={<Where to={to} />}
            note={`${when} · ${content}`}
            end={<Button onPress={() => void takeBack(id, to, content)}>{words.unsent.cancel}</Button>}
          />
        );
      })}
    </Lines>
  );
}
