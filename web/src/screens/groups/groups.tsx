import { UsersRound } from "lucide-react";
import { useState } from "react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { best } from "../../base/text/rank-matches.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { mayAs, membersOfGroups } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { LineItem, Lines } from "../../base/ui/lists/item-list.tsx";
import { Page, Quiet, Row } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { GroupPage } from "./group-page.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const NewGroup = late(async () => (await import("./new-group-dialog.tsx")).NewGroup);

const namedGroups = memo(["realm_user_groups"], ({ realm_user_groups = [] }): readonly UserGroup[] =>
  realm_user_groups
    .filter(({ is_system_group }) => !is_system_group)
    .toSorted((a, b) => Number(a.deactivated) - Number(b.deactivated) || a.name.localeCompare(b.name)),
);

/** So many fit what one writes. */
const FOUND = 300;

/** The organization's groups, or one of them. */
export function Groups({ id }: { id: string | undefined }) {
  return id === undefined ? <AllGroups /> : <GroupPage key={id} groupId={Number(id)} />;
}

function AllGroups() {
  const show = useOverlays();
  const groups = useKnown(namedGroups);
  const [wanted, setWanted] = useState("");
  const mayCreate = useKnown((state) => mayAs(state, state.realm_can_create_groups));
  const found = wanted === "" ? groups : best(groups, ({ name }) => [name], wanted, FOUND);
  return (
    <>
      <ScreenHead title={words.groups.title} />
      <Page>
        <Row>
          <FilterField label={words.groups.find} value={wanted} onChange={setWanted} />
          {mayCreate && (
            <Button look="primary" onPress={() => show((close) => <NewGroup onClose={close} />)}>
              {words.groups.create}
            </Button>
          )}
        </Row>
        {groups.length === 0 && (
          <Emptiness icon={<UsersRound size={30} aria-hidden />} title={words.groups.none}>
            {words.groups.noneMore}
          </Emptiness>
        )}
        {groups.length > 0 && found.length === 0 && <Quiet>{words.groups.noSuch}</Quiet>}
        <Lines>
          {found.map((group) => (
            <GroupLine key={group.id} group={group} />
          ))}
        </Lines>
      </Page>
    </>
  );
}

function GroupLine({ group: { id, name, description, deactivated } }: { group: UserGroup }) {
  const count = useKnown((state) => membersOfGroups(state, [id]).length);
  const note = [deactivated ? words.groups.deactivated : words.groups.members(count), description];
  return (
    <LineItem
      title={<PlaceLink to={{ kind: "page", path: ["groups", String(id)] }}>{name}</PlaceLink>}
      note={note.filter((part) => part !== "").join(" · ")}
    />
  );
}
