import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { words } from "../../base/words/index.ts";

/** The privacy types of channels, with the parameters that the API uses for them. */
export const privacies = [
  {
    value: "public",
    text: words.channels.privacy.public,
    parameters: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  },
  {
    value: "web",
    text: words.channels.privacy.web,
    parameters: { is_private: false, is_web_public: true, history_public_to_subscribers: true },
  },
  {
    value: "shared",
    text: words.channels.privacy.shared,
    parameters: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  },
  {
    value: "protected",
    text: words.channels.privacy.protected,
    parameters: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
  },
] as const;

export type Privacy = (typeof privacies)[number]["value"];

/** Returns the privacy type of a channel. */
export function channelPrivacy({ invite_only, is_web_public, history_public_to_subscribers }: Channel): Privacy {
  if (is_web_public) return "web";
  if (!invite_only) return "public";
  return history_public_to_subscribers ? "shared" : "protected";
}

/** Returns the privacy types of channels that the user may create. */
export function creatablePrivacies(state: State): readonly Privacy[] {
  const isPublic = hasRealmPermission(state, "can_create_public_channel_group");
  const isPrivate = hasRealmPermission(state, "can_create_private_channel_group");
  const isWeb =
    state.server_web_public_streams_enabled === true &&
    state.realm_enable_spectator_access === true &&
    hasRealmPermission(state, "can_create_web_public_channel_group");
  return [
    ...(isPublic ? (["public"] as const) : []),
    ...(isWeb ? (["web"] as const) : []),
    ...(isPrivate ? (["shared", "protected"] as const) : []),
  ];
}
