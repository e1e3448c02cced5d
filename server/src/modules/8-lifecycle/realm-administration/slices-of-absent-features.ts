import { z } from "zod";
import { RegisterBasics } from "@parlance/contract/register/basics.ts";
import { channelGates } from "@parlance/contract/register/channels.ts";
import { messageGates } from "@parlance/contract/register/messages.ts";
import { peopleGates } from "@parlance/contract/register/people.ts";
import { realmGates } from "@parlance/contract/register/realm.ts";
import { settingsGates } from "@parlance/contract/register/settings.ts";
import type { Slice, SliceRequest } from "#kernel/http/module.ts";

const always = RegisterBasics.pick({
  drafts: true,
  max_reminder_note_length: true,
  max_bulk_new_subscription_messages: true,
}).shape;

/**
 * What the snapshot says of things that the server cannot do yet: there are none. Each of these moves to a module of its
 * own when that is built.
 */
export const slicesOfAbsentFeatures: readonly Slice[] = [
  empty([], always, {
    drafts: [],
    max_reminder_note_length: 1000,
    max_bulk_new_subscription_messages: 100,
  }),

  empty("default_stream_groups", channelGates.default_stream_groups, { realm_default_stream_groups: [] }),
  empty("channel_folders", channelGates.channel_folders, { channel_folders: [] }),

  empty("navigation_views", messageGates.navigation_views, { navigation_views: [] }),
  empty("reminders", messageGates.reminders, { reminders: [] }),
  empty("saved_snippets", messageGates.saved_snippets, { saved_snippets: [] }),
  empty("scheduled_messages", messageGates.scheduled_messages, { scheduled_messages: [] }),

  presence(),

  empty("giphy", settingsGates.giphy, { giphy_api_key: "" }),
  empty("onboarding_steps", settingsGates.onboarding_steps, {
    onboarding_steps: [],
    navigation_tour_video_url: null,
  }),
  empty("push_device", settingsGates.push_device, { push_devices: {} }),
  empty("video_calls", settingsGates.video_calls, { has_zoom_token: false }),

  empty("realm_billing", realmGates.realm_billing, { realm_billing: { has_pending_sponsorship_request: false } }),
  empty("realm_emoji", realmGates.realm_emoji, { realm_emoji: {} }),
];

type Fields<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>;

function empty<S extends z.ZodRawShape>(type: string | readonly [], shape: S, fields: Fields<S>): Slice {
  return { types: [type].flat(), response: z.strictObject(shape), fetch: async () => fields };
}

function presence(): Slice {
  const nobodyKnown = ({ now }: SliceRequest): Fields<typeof peopleGates.presence> => ({
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: now.getTime() / 1000,
  });
  return {
    types: ["presence"],
    response: z.strictObject(peopleGates.presence),
    fetch: async (_db, request) => nobodyKnown(request),
  };
}
