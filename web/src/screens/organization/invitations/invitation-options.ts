// The channels and groups to which a user can add invited users.
import type { State } from "@parlance/contract/state/index.ts";
import type { Option } from "../../../base/ui/forms/choice-fields.tsx";
import { channelsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { groupPermissions, canAddSubscribers } from "../../../client/replica/selectors/permissions.ts";

type Options = readonly Option<number>[];

const byText = (a: Option<number>, b: Option<number>): number => a.text.localeCompare(b.text);

/** Returns the channels to which the user may add subscribers. */
export const invitableChannels = (state: State): Options =>
  [...channelsById(state).values()]
    .filter(({ stream_id }) => canAddSubscribers(state, stream_id))
    .map(({ stream_id, name }) => ({ value: stream_id, text: `#${name}` }))
    .toSorted(byText);

/** Returns the groups to which the user may add members. */
export const invitableGroups = (state: State): Options =>
  (state.realm_user_groups ?? [])
    .filter(({ id, is_system_group }) => !is_system_group && groupPermissions(state, id).add)
    .map(({ id, name }) => ({ value: id, text: name }))
    .toSorted(byText);

export const isSameOptions = (a: Options, b: Options): boolean =>
  a.length === b.length && a.every(({ value, text }, index) => b[index]?.value === value && b[index]?.text === text);
