import type { ReactNode } from "react";
import { appendToDraft } from "../../features/composer/drafts/drafts.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { conversationRoute } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";
import { recipientDestination, DestinationName } from "./destination-name.tsx";

/** List of the user's scheduled messages. Renders `children` if there are none. */
export function ScheduledList({ children }: { children: ReactNode }) {
  const client = useClient();
  const { go } = useNavigator();
  const all = useClientState((state) => state.scheduled_messages);
  const messages = all?.filter((message) => !("reminder_target_message_id" in message)) ?? [];
  if (messages.length === 0) return children;
  const cancel = async (id: number, to: Destination | null, content: string) => {
    const outcome = await client.change({
      expects: [{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }],
      request: (call) => call("DELETE", `/scheduled_messages/${id}`),
    });
    checkOutcome(outcome);
    if (!outcome.done || !to) return;
    appendToDraft(client, to, content);
    go(conversationRoute(to));
  };
  return (
    <ItemList>
      {messages.map(({ scheduled_message_id: id, content, scheduled_delivery_timestamp, failed, ...recipient }) => {
        const to = recipientDestination(recipient, client.me);
        const when = failed ? words.drafts.failed : words.drafts.sentAt(exactly(scheduled_delivery_timestamp * 1000));
        return (
          <ItemRow
            key={id}
            title={<DestinationName to={to} />}
            note={`${when} · ${content}`}
            end={<Button onPress={() => void cancel(id, to, content)}>{words.drafts.cancel}</Button>}
          />
        );
      })}
    </ItemList>
  );
}
