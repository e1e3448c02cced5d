import { useCallback } from "react";
import { VList } from "virtua";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../../base/ui/avatar.tsx";
import { Dialog } from "../../../../base/ui/overlays/dialog.tsx";
import { Skeleton } from "../../../../base/ui/empty-state.tsx";
import { LineItem } from "../../../../base/ui/lists/item-list.tsx";
import { Quiet } from "../../../../base/ui/page.tsx";
import { useAnswer } from "../../../../hooks/use-query.ts";
import { useKnown } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";
import styles from "./dialogs.module.css";

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

/** Who has read a message, of those who tell. */
export function ReadersDialog({ message: { id }, onClose }: MessageDialogProps) {
  const ask = useCallback((call: Call) => call("GET", `/messages/${id}/read_receipts`), [id]);
  const { answer, problem } = useAnswer(ask);
  const people = useKnown(peopleById);
  const readers = (answer?.user_ids ?? [])
    .map((one) => people.get(one))
    .filter((person) => person !== undefined)
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  const { readers: said } = words.dialogs;
  const title = answer && readers.length > 0 ? said.title(readers.length) : words.message.readers;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {!answer && problem === null && <Skeleton />}
      {answer && readers.length === 0 && <Quiet>{said.none}</Quiet>}
      {readers.length > 0 && (
        <VList
          className={styles["people"] ?? ""}
          style={{ height: `min(50vh, ${readers.length * ROW}px)` }}
          data={readers}
        >
          {({ user_id, full_name, avatar_url }) => (
            <LineItem
              key={user_id}
              as="div"
              sign={<Avatar id={user_id} name={full_name} url={avatar_url} size={28} />}
              title={full_name}
            />
          )}
        </VList>
      )}
    </Dialog>
  );
}

/** The height of a line, in pixels. */
const ROW = 52;
