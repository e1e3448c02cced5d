import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import {
  channelsCreated,
  channelsDeleted,
  type ChannelUpdated,
  type peersRemovedTogether,
  type SubscriptionsAdded,
} from "../events.ts";
import { resolveInheritedSettings } from "../subscriptions/inherited-notification-settings.ts";

/** True if the client supports archived channels. Other clients are notified that an archived channel was deleted. */
const supportsArchivedChannels = ({ capabilities }: RecipientQueue): boolean =>
  capabilities["archived_channels"] === true;

type StoredEvent = { readonly type: string };

/**
 * An event that a channel was archived or restored. Clients without support for archived channels receive an event that
 * the channel was deleted or created instead.
 */
export interface ArchivalEvent extends ChannelUpdated {
  readonly property: "is_archived";
  /**
   * The restored channel, for clients that receive it as a new one. Further events list its subscribers. `null` if the
   * channel was archived.
   */
  readonly channel: Channel | null;
}

const isArchival = (event: StoredEvent): event is ArchivalEvent => "channel" in event;

export const channelPresenter: Presenter<StoredEvent> = {
  variant: (event, reader) => (isArchival(event) && !supportsArchivedChannels(reader) ? "without archives" : "all"),
  present(event, reader) {
    if (!isArchival(event)) return [event];
    const { channel, ...update } = event;
    if (supportsArchivedChannels(reader)) return [update];
    return [channel ? channelsCreated([channel]) : channelsDeleted([update.stream_id])];
  },
};

/** A further event about a restored channel. It is only sent to clients without support for archived channels. */
export interface RestorationEvent extends StoredEvent {
  readonly restores: true;
}

const isRestoration = (event: StoredEvent): event is RestorationEvent => "restores" in event;

type JointUnsubscription = ReturnType<typeof peersRemovedTogether>;

const isJointUnsubscription = (event: StoredEvent): event is JointUnsubscription => "together" in event;

const isSubscriptionsAdded = (event: StoredEvent): event is SubscriptionsAdded => "general" in event;

const supportsNullSettings = ({ capabilities }: RecipientQueue): boolean =>
  capabilities["notification_settings_null"] === true;

export const subscriptionPresenter: Presenter<StoredEvent> = {
  variant(event, reader) {
    if (isJointUnsubscription(event))
      return event.user_ids.includes(reader.userId) ? `without ${reader.userId}` : "all";
    if (isRestoration(event) && supportsArchivedChannels(reader)) return null;
    if (!isSubscriptionsAdded(event) || supportsNullSettings(reader)) return "all";
    return `without nulls ${JSON.stringify(event.general[reader.userId] ?? {})}`;
  },
  present(event, reader) {
    if (isJointUnsubscription(event)) {
      const { together: _, user_ids, ...wire } = event;
      return [{ ...wire, user_ids: user_ids.filter((id) => id !== reader.userId) }];
    }
    const { restores: _, ...wire } = event as StoredEvent & Partial<RestorationEvent>;
    return [isSubscriptionsAdded(wire) ? presentAdded(wire, reader) : wire];
  },
};

function presentAdded({ general, ...wire }: SubscriptionsAdded, reader: RecipientQueue): object {
  if (supportsNullSettings(reader)) return wire;
  const own = general[reader.userId] ?? {};
  return { ...wire, subscriptions: wire.subscriptions.map((one) => resolveInheritedSettings(one, own)) };
}
