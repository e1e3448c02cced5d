import type { ReactNode } from "react";
import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import { forgetHere } from "../../features/composer/drafts/drafts.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { told } from "../../hooks/check-outcome.ts";
import { placeOf } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { destinationOfRecipient, Where } from "./destination-name.tsx";

/** What one has begun to write; `children` where that is nothing. */
export function Drafts({ children }: { children: ReactNode }) {
  const client = useClient();
  const { go } = useNavigator();
  const drafts = useKnown((state) => state.drafts);
  if (drafts.length === 0) return children;
  const restore = ({ id: _, ...draft }: Draft) =>
    client.change({ expects: [], request: (call) => call("POST", "/drafts", { drafts: [draft] }) });
  const remove = async (draft: Draft, to: Destination | null) => {
    const outcome = await client.change({
      expects: [{ type: "drafts", op: "remove", draft_id: draft.id }],
      request: (call) => call("DELETE", `/drafts/${draft.id}`),
    });
    told(outcome);
    if (!outcome.done) return;
    if (to) forgetHere(client, to);
    const run = () => void restore(draft).then(told);
    say({ text: words.unsent.removed, action: { text: words.ui.undo, run } });
  };
  return (
    <Lines>
      {drafts.map((draft) => {
        const to = destinationOfRecipient(draft, client.me);
        return (
          <LineItem
            key={draft.id}
            title={<Where to={to} />}
            note={draft.content}
            end={
              <>
                {to && <Button onPress={() => go(placeOf(to))}>{words.unsent.open}</Button>}
                <Button look="danger" onPress={() => void remove(draft, to)}>
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
