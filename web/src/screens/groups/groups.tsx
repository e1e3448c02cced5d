import { UsersRound } from "lucide-react";
import { useState } from "react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { groupMemberIds, hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { ItemRow, ItemList } from "../../base/ui/lists/item-list.tsx";
import { Page, SecondaryText, Row } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { GroupPage } from "./group-page.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const NewGroupDialog = lazyComponent(async () => (await import("./new-group-dialog.tsx")).NewGroupDialog);

const customGroups = memo(["realm_user_groups"], ({ realm_user_groups = [] }): readonly UserGroup[] =>
  realm_user_groups
    .filter(({ is_system_group }) => !is_system_group)
    .toSorted((a, b) => Number(a.deactivated) - Number(b.deactivated) || a.name.localeCompare(b.name)),
);

/** Maximum number of search results. */
const MAX_RESULTS = 300;

/** List of the organization's groups. If an id is given, the page of that group. */
export function Groups({ path: [, id] }: ScreenProps) {
  return id === undefined ? <AllGroups /> : <GroupPage key={id} groupId={Number(id)} />;
}

function AllGroups() {
  const show = useOpenOverlay();
  const groups = useClientState(customGroups);
  const [wanted, setWanted] = useState("");
  const mayCreate = useClientState((state) => hasRealmPermission(state, "can_create_groups"));
  const found = wanted === "" ? groups : bestMatches(groups, ({ name }) => [name], wanted, MAX_RESULTS);
  return (
    <>
      <ScreenHeader title={words.screens.groups.title} />
      <Page>
        <Row>
          <FilterField label={words.groups.find} value={wanted} onChange={setWanted} />
          {mayCreate && (
            <Button variant="primary" onPress={() => show((close) => <NewGroupDialog onClose={close} />)}>
              {words.groups.create}
            </Button>
          )}
        </Row>
        {groups.length === 0 && (
          <EmptyState icon={<UsersRound size={30} aria-hidden />} title={words.groups.none}>
            {words.groups.noneMore}
          </EmptyState>
        )}
        {groups.length > 0 && found.length === 0 && <SecondaryText>{words.groups.noSuch}</SecondaryText>}
        <ItemList>
          {found.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ItemList>
      </Page>
    </>
  );
}

function GroupRow({ group: { id, name, description, deactivated } }: { group: UserGroup }) {
  const count = useClientState((state) => groupMemberIds(state, [id]).length);
  const note = [deactivated ? words.groups.deactivated : words.groups.members(count), description];
  return (
    <ItemRow
      title={<RouteLink to={{ kind: "page", path: ["groups", String(id)] }}>{name}</RouteLink>}
      note={note.filter((part) => part !== "").join(" · ")}
    />
  );
}
