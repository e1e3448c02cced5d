import type { ReactNode } from "react";
import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import { deleteLocalDraft } from "../../features/composer/drafts/drafts.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { conversationRoute } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { recipientDestination, DestinationName } from "./destination-name.tsx";

/** List of the user's drafts. Renders `children` if there are none. */
export function DraftList({ children }: { children: ReactNode }) {
  const client = useClient();
  const { go } = useNavigator();
  const drafts = useClientState((state) => state.drafts);
  if (drafts.length === 0) return children;
  const restore = ({ id: _, ...draft }: Draft) =>
    client.change({ expects: [], request: (call) => call("POST", "/drafts", { drafts: [draft] }) });
  const remove = async (draft: Draft, to: Destination | null) => {
    const outcome = await client.change({
      expects: [{ type: "drafts", op: "remove", draft_id: draft.id }],
      request: (call) => call("DELETE", `/drafts/${draft.id}`),
    });
    checkOutcome(outcome);
    if (!outcome.done) return;
    if (to) deleteLocalDraft(client, to);
    const run = () => void restore(draft).then(checkOutcome);
    showToast({ text: words.drafts.removed, action: { text: words.ui.undo, run } });
  };
  return (
    <ItemList>
      {drafts.map((draft) => {
        const to = recipientDestination(draft, client.me);
        return (
          <ItemRow
            key={draft.id}
            title={<DestinationName to={to} />}
            note={draft.content}
            end={
              <>
                {to && <Button onPress={() => go(conversationRoute(to))}>{words.drafts.open}</Button>}
                <Button variant="danger" onPress={() => void remove(draft, to)}>
                  {words.drafts.remove}
                </Button>
              </>
            }
          />
        );
      })}
    </ItemList>
  );
}
