import type { ReactNode } from "react";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

/** List of the user's reminders. Renders `children` if there are none. */
export function ReminderList({ children }: { children: ReactNode }) {
  const { change } = useClient();
  const { go } = useNavigator();
  const reminders = useClientState((state) => state.reminders) ?? [];
  if (reminders.length === 0) return children;
  const cancel = async (id: number) =>
    checkOutcome(
      await change({
        expects: [{ type: "reminders", op: "remove", reminder_id: id }],
        request: (call) => call("DELETE", `/reminders/${id}`),
      }),
    );
  return (
    <ItemList>
      {reminders.map(
        ({ reminder_id: id, content, scheduled_delivery_timestamp, reminder_target_message_id: target }) => (
          <ItemRow
            key={id}
            title={words.drafts.remindedAt(exactly(scheduled_delivery_timestamp * 1000))}
            note={content}
            end={
              <>
                <Button onPress={() => go({ kind: "all", near: target })}>{words.drafts.open}</Button>
                <Button onPress={() => void cancel(id)}>{words.drafts.remove}</Button>
              </>
            }
          />
        ),
      )}
    </ItemList>
  );
}
