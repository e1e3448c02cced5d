import type { ReactNode } from "react";
import { told } from "../../message/told.ts";
import { placeOf } from "../../places/place.ts";
import { Button } from "../../ui/button.tsx";
import { LineItem, Lines } from "../../ui/lines.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import { destinationOfRecipient, Where } from "./where.tsx";

/** What one has begun to write; `children` where that is nothing. */
export function Drafts({ children }: { children: ReactNode }) {
  const { me, change } = useClient();
  const { go } = useNavigator();
  const drafts = useKnown((state) => state.drafts);
  if (drafts.length === 0) return children;
  const remove = async (id: number) =>
    told(
      await change({
        expects: [{ type: "drafts", op: "remove", draft_id: id }],
        request: (call) => call("DELETE", `/drafts/${id}`),
      }),
    );
  return (
    <Lines>
      {drafts.map((draft) => {
        const to = destinationOfRecipient(draft, me);
        return (
          <LineItem
            key={draft.id}
            title={<Where to={to} />}
            note={draft.content}
            end={
              <>
                {to && <Button onPress={() => go(placeOf(to))}>{words.unsent.open}</Button>}
                <Button look="danger" onPress={() => void remove(draft.id)}>
                  {words.unsent.remove}
                </Button>
              </>
            }
          />
        );
      })}
    </Lines>
  );
}
