import type { ReactNode } from "react";
import { told } from "../../message/told.ts";
import { Button } from "../../ui/button.tsx";
import { LineItem, Lines } from "../../ui/lines.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import { exactly } from "../../words/en/times.ts";
import { destinationOfRecipient, Where } from "./where.tsx";

/** What the server will send later; `children` where that is nothing. */
export function Scheduled({ children }: { children: ReactNode }) {
  const { me, change } = useClient();
  const all = useKnown((state) => state.scheduled_messages);
  const messages = all?.filter((message) => !("reminder_target_message_id" in message)) ?? [];
  if (messages.length === 0) return children;
  const cancel = async (id: number) =>
    told(
      await change({
        expects: [{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }],
        request: (call) => call("DELETE", `/scheduled_messages/${id}`),
      }),
    );
  return (
    <Lines>
      {messages.map(({ scheduled_message_id: id, content, scheduled_delivery_timestamp, failed, ...recipient }) => (
        <LineItem
          key={id}
          title={<Where to={destinationOfRecipient(recipient, me)} />}
          note={`${failed ? words.unsent.failed : words.unsent.sentAt(exactly(scheduled_delivery_timestamp * 1000))} · ${content}`}
          end={<Button onPress={() => void cancel(id)}>{words.unsent.cancel}</Button>}
        />
      ))}
    </Lines>
  );
}
