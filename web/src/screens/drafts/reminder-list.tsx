import type { ReactNode } from "react";
import { told } from "../../hooks/check-outcome.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly } from "../../base/words/en/times.ts";

/** What one wants to be reminded of; `children` where that is nothing. */
export function Reminders({ children }: { children: ReactNode }) {
  const { change } = useClient();
  const { go } = useNavigator();
  const reminders = useKnown((state) => state.reminders) ?? [];
  if (reminders.length === 0) return children;
  const cancel = async (id: number) =>
    told(
      await change({
        expects: [{ type: "reminders", op: "remove", reminder_id: id }],
        request: (call) => call("DELETE", `/reminders/${id}`),
      }),
    );
  return (
    <Lines>
      {reminders.map(
        ({ reminder_id: id, content, scheduled_delivery_timestamp, reminder_target_message_id: target }) => (
          <LineItem
            key={id}
            title={words.unsent.remindedAt(exactly(scheduled_delivery_timestamp * 1000))}
            note={content}
            end={
              <>
                <Button onPress={() => go({ kind: "all", near: target })}>{words.unsent.open}</Button>
                <Button onPress={() => void cancel(id)}>{words.unsent.remove}</Button>
              </>
            }
          />
        ),
      )}
    </Lines>
  );
}
