import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { type SystemGroupName, type SystemGroups } from "#modules/groups/core/system-groups.ts";

/** Numbers that older clients know for the people a system group holds; 1 stands for all groups that are not listed. */
type Numbers = Partial<Record<SystemGroupName, number>>;

const WIDEST = 1;

const creation: Numbers = {
  "role:nobody": 2,
  "role:owners": 2,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
};
const webPublicCreation: Numbers = {
  "role:administrators": 2,
  "role:moderators": 4,
  "role:nobody": 6,
  "role:owners": 7,
};
const wildcardMention: Numbers = {
  "role:members": 2,
  "role:fullmembers": 3,
  "role:owners": 5,
  "role:administrators": 5,
  "role:nobody": 6,
  "role:moderators": 7,
};

interface ReplacedSettings {
  readonly can_create_public_channel_group: GroupSettingValue;
  readonly can_create_private_channel_group: GroupSettingValue;
  readonly can_create_web_public_channel_group: GroupSettingValue;
  readonly can_mention_many_users_group: GroupSettingValue;
}

/** The nearest that older clients can be told of settings which name groups now. */
export function oldPolicies(values: ReplacedSettings, system: SystemGroups) {
  const names = new Map(Object.entries(system).map(([name, id]) => [id, name as SystemGroupName]));
  const number = (value: GroupSettingValue, numbers: Numbers) => {
    const name = typeof value === "number" ? names.get(value) : undefined;
    return (name && numbers[name]) ?? WIDEST;
  };
  return {
    realm_create_public_stream_policy: number(values.can_create_public_channel_group, creation),
    realm_create_private_stream_policy: number(values.can_create_private_channel_group, creation),
    realm_create_web_public_stream_policy: number(values.can_create_web_public_channel_group, webPublicCreation),
    realm_wildcard_mention_policy: number(values.can_mention_many_users_group, wildcardMention),
  };
}
