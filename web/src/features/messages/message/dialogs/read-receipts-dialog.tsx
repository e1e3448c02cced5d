import { useCallback } from "react";
import { VList } from "virtua";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../../base/ui/avatar.tsx";
import { Dialog } from "../../../../base/ui/overlays/dialog.tsx";
import { Skeleton } from "../../../../base/ui/empty-state.tsx";
import { ItemRow } from "../../../../base/ui/lists/item-list.tsx";
import { SecondaryText } from "../../../../base/ui/page.tsx";
import { useQuery } from "../../../../hooks/use-query.ts";
import { useClientState } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";
import styles from "./dialogs.module.css";

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

/** Dialog that lists the users who have read a message. Users who have turned off read receipts are not listed. */
export function ReadReceiptsDialog({ message: { id }, onClose }: MessageDialogProps) {
  const load = useCallback((call: Call) => call("GET", `/messages/${id}/read_receipts`), [id]);
  const { data, error } = useQuery(load);
  const people = useClientState(peopleById);
  const readers = (data?.user_ids ?? [])
    .map((one) => people.get(one))
    .filter((person) => person !== undefined)
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  const { readers: strings } = words.dialogs;
  const title = data && readers.length > 0 ? strings.title(readers.length) : words.message.readers;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {!data && error === null && <Skeleton />}
      {data && readers.length === 0 && <SecondaryText>{strings.none}</SecondaryText>}
      {readers.length > 0 && (
        <VList
          className={styles["people"] ?? ""}
          style={{ height: `min(50vh, ${readers.length * ROW_HEIGHT_PX}px)` }}
          data={readers}
        >
          {({ user_id, full_name, avatar_url }) => (
            <ItemRow
              key={user_id}
              as="div"
              icon={<Avatar id={user_id} name={full_name} url={avatar_url} size={28} />}
              title={full_name}
            />
          )}
        </VList>
      )}
    </Dialog>
  );
}

/** Height of a row, in pixels. */
const ROW_HEIGHT_PX = 52;
