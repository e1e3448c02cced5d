import type { Event } from "@parlance/contract/events/index.ts";
import { SecretJson, SharedJson } from "@parlance/kernel/base/marked-json.ts";
import { encloseJsonList, JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { type Delivery, deliveryLength } from "./delivery-batch.ts";

/**
 * Size from which the response to a poll is compressed, in bytes. Nearly all are smaller, and compressing a message for
 * each of ten thousand clients would delay it.
 */
export const MIN_COMPRESSED_POLL_BYTES = 16 * 1024;

/** Maximum size of a shared list, in characters. Longer lists are for clients that catch up, each from its own position. */
const MAX_SHARED_CHARACTERS = 256 * 1024;

/** Number of shared lists. Events reach all clients within a short time, in a few variants. */
const MAX_SHARED_LISTS = 8;

interface SharedList {
  readonly events: readonly string[];
  readonly json: SharedJson;
}

/**
 * Creates the JSON of polls. Each event is already serialized, once for all of its recipients. Larger lists of events
 * are also encoded and compressed once for all clients that receive the same list.
 */
export class PollJson {
  /** The lists that were sent last. The most recent list is the first one. */
  #shared: readonly SharedList[] = [];
  /** The lists that consist of one delivery, which most waiting polls of its recipients get. */
  readonly #single = new WeakMap<Delivery, JsonFragment<Event[]>>();

  /** @param isForStockClient true if names in the events will be replaced, so that the JSON cannot be shared */
  of(deliveries: readonly Delivery[], isForStockClient: boolean): JsonFragment<Event[]> {
    const [delivery] = deliveries;
    return delivery && deliveries.length === 1
      ? this.#ofSingle(delivery, isForStockClient)
      : this.#ofSeveral(deliveries, isForStockClient);
  }

  #ofSingle(delivery: Delivery, isForStockClient: boolean): JsonFragment<Event[]> {
    const known = this.#single.get(delivery);
    if (known) return known;
    if (delivery.hasSecrets || deliveryLength(delivery) >= MIN_COMPRESSED_POLL_BYTES)
      return this.#ofSeveral([delivery], isForStockClient);
    const json = new JsonFragment<Event[]>([`[${delivery.events.join()}]`]);
    this.#single.set(delivery, json);
    return json;
  }

  #ofSeveral(deliveries: readonly Delivery[], isForStockClient: boolean): JsonFragment<Event[]> {
    if (deliveries.some(({ hasSecrets }) => hasSecrets))
      return new JsonFragment(encloseJsonList(markSecrets(deliveries)));
    const events = deliveries.flatMap((delivery) => delivery.events);
    const characters = deliveries.reduce((sum, delivery) => sum + deliveryLength(delivery), 0);
    const isShared =
      !isForStockClient && characters >= MIN_COMPRESSED_POLL_BYTES && characters <= MAX_SHARED_CHARACTERS;
    return new JsonFragment(encloseJsonList<SharedJson>(isShared ? [[this.#share(events)]] : events));
  }

  #share(events: readonly string[]): SharedJson {
    const known = this.#shared.find((list) => isSame(list.events, events));
    const list = known ?? { events, json: new SharedJson(events.join()) };
    this.#shared = [list, ...this.#shared.filter((other) => other !== known)].slice(0, MAX_SHARED_LISTS);
    return list.json;
  }
}

const markSecrets = (deliveries: readonly Delivery[]) =>
  deliveries.flatMap(({ events, hasSecrets }) => events.map((json) => (hasSecrets ? [new SecretJson(json)] : json)));

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((event, index) => event === others[index]);
