import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { NarrowTerms, type NarrowMessage } from "#narrow/index.ts";
import { SeededRandom, type TestUser, type Narrow } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { findIds, matchingIdsIn } from "./search/matching-ids.ts";
import * as asking from "./fixtures/expected-page.ts";
import { fillOrganization } from "./fixtures/actions/fill-organization.ts";
import {
  type ModelTerm,
  inChannel,
  type ModelMessage,
  ModelReader,
  type ModelViewer,
} from "./fixtures/organization-model.ts";
import { prepareSearch } from "./search/message-search.ts";
import { MIN_MESSAGE_ID } from "./search/message-window.ts";
import { sql } from "kysely";

/* The server finds messages by indexes, subscription periods, watermarks and flags. The model in the fixtures finds
   them by checking each message. In an organization filled by random actions, both must find the same messages. */

const NARROWS = { rounds: 150, exploreRounds: 2000 };
const PAGES = { rounds: 30, exploreRounds: 400 };
const { seed: SEED } = randomRun(NARROWS);

const { realm, model: library, viewers: readers } = await fillOrganization(new SeededRandom(SEED));
const { channels: shelves, messages: leaves, users: people } = library;
const everyReader = fc.constantFrom(...readers);

/** A name as it is, in upper case, or with surrounding spaces. */
const careless = (text: string) => fc.constantFrom(text, text.toUpperCase(), ` ${text} `);
const shelf = fc.constantFrom(...shelves).chain(({ id, name }) => fc.oneof(fc.constant(id), careless(name)));
const anyone = fc.constantFrom(...people);
const leaf = fc.constantFrom(...leaves.map(({ id }) => id));
const numeric = fc.oneof(leaf, leaf.map(String), fc.constant(1_000_000_000));

/** A user's id, or the user's email address if the reader can see email addresses. */
const person = ({ isGuest }: ModelViewer) =>
  anyone.chain(({ id, email }) => (isGuest ? fc.constant(id) : fc.oneof(fc.constant(id), careless(email))));
const conversation = ({ isGuest }: ModelViewer) =>
  fc.oneof(
    fc.array(
      anyone.map(({ id }) => id),
      { maxLength: 3 },
    ),
    anyone.map(({ id }) => id),
    ...(isGuest ? [] : [fc.array(anyone, { maxLength: 3 }).map((some) => some.map(({ email }) => email).join(", "))]),
  );

type Operands = (reader: ModelViewer) => fc.Arbitrary<ModelTerm["operand"]>;
const words =
  (...list: string[]): Operands =>
  () =>
    fc.constantFrom(...list);
const operators: Readonly<Record<string, Operands>> = {
  channel: () => shelf,
  stream: () => shelf,
  channels: words("public", "web-public"),
  streams: words("public", "web-public"),
  topic: words("north", "NORTH", "south", "\u2714 North", "", "general chat", "nowhere"),
  dm: conversation,
  "pm-with": conversation,
  pm_with: conversation,
  "dm-including": person,
  "group-pm-with": person,
  group_pm_with: person,
  with: () => numeric,
  sender: person,
  id: () => numeric,
  near: () => numeric,
  has: words("link", "image", "attachment", "reaction"),
  in: words("home", "all"),
  is: words("dm", "private", "starred", "unread", "mentioned", "alerted", "resolved", "followed", "muted"),
};

const term = (reader: ModelViewer): fc.Arbitrary<ModelTerm> =>
  fc.constantFrom(...Object.keys(operators)).chain((operator) =>
    fc.record({
      operator: fc.constant(operator),
      operand: operators[operator]!(reader),
      negated: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  );

const openTerm = { operator: "channels", operand: "web-public", negated: false };

/**
 * A reader and a narrow. A reader without an account can only fetch messages of web-public channels, so the narrow is
 * restricted to them.
 */
const question = everyReader.chain((reader) =>
  fc.record({
    reader: fc.constant(reader),
    terms: fc
      .array(term(reader), { maxLength: 4 })
      .map((terms) =>
        reader.isSpectator
          ? [openTerm, ...terms.filter(({ operator }) => !/^(dm|pm|group|in$|is$)/.test(operator))]
          : terms,
      ),
  }),
);

/** Converts a term to JSON: an object or, where this is equivalent, a pair of operator and operand. */
const onWire = ({ operator, operand, negated }: ModelTerm, index: number): Narrow[number] =>
  !negated && typeof operand === "string" && index % 2 === 0 ? [operator, operand] : { operator, operand, negated };

const ids = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id);

/** Converts a message of the model to the type that narrows are matched against. */
const atHand = (reading: ModelReader, one: ModelMessage): NarrowMessage => ({
  id: one.id,
  recipientId: one.place.recipientId,
  senderId: one.senderId,
  channel: inChannel(one) ? { isPublic: !one.place.isPrivate, isWebPublic: one.place.isWebPublic } : null,
  topic: one.topic,
  hasLink: one.hasLink,
  hasImage: one.hasImage,
  hasAttachment: false,
  hasReaction: one.hasReaction,
  flags: new Set(reading.flagsOf(one) as MessageFlag[]),
});

test("a query for a narrow finds the same messages as matching each message against the narrow", async () => {
  const url = `http://${realm.host}`;
  const place = {
    id: realm.realmId,
    subdomain: realm.host.split(".")[0]!,
    url,
    gravatar: true,
    webPublicChannels: true,
  };
  const everything = { ids: () => sql<boolean>`true`, from: "oldest" as const, boundary: MIN_MESSAGE_ID, limit: 5000 };
  await assertProperty(
    fc.asyncProperty(question, async ({ reader, terms }) => {
      const context = JSON.stringify({ seed: SEED, reader: reader.id, terms });
      const reading = new ModelReader(library, reader);
      const readerContext = {
        db: realm.server.db.reader,
        snapshot: await realm.server.snapshots.current(realm.realmId),
        realm: place,
        viewer: { id: reader.id, realmId: realm.realmId, role: reader.role, isSpectator: reader.isSpectator },
      };
      const prepared = prepareSearch(readerContext, NarrowTerms.parse(terms.map(onWire)));
      const mistake = asking.expectedError(reading, terms);
      if (mistake !== null) {
        return assert.rejects(prepared, (error) => error instanceof AppError && error.message === mistake, context);
      }
      const search = await prepared;
      assert.deepEqual(
        ids(await findIds(realm.server.db.reader, matchingIdsIn(search, [everything]))),
        ids(asking.expectedMatches(reading, terms)),
        context,
      );
      const known = leaves.filter((one) => reading.canRead(one));
      assert.deepEqual(
        ids(known.filter((one) => search.narrow.matches(atHand(reading, one)))),
        ids(known.filter((one) => asking.matchesTerms(reading, terms, one))),
        context,
      );
    }),
    NARROWS,
  );
});

const anchor = fc.oneof(
  leaf.chain((id) => fc.constantFrom(id - 1, id, id + 1)),
  fc.constantFrom("newest" as const, "oldest" as const, "first_unread" as const),
);
const count = fc.constantFrom(0, 1, 3, 20, 1000);

test("a page contains the matching messages around its anchor with the reader's flags, and reports whether more messages match", async () => {
  const signedIn = question.filter(({ reader }) => reader.person !== null);
  await assertProperty(
    fc.asyncProperty(
      signedIn,
      fc.record({ anchor, before: count, after: count, includesAnchor: fc.boolean() }),
      async ({ reader, terms }, { anchor: requestedAnchor, before, after, ...rest }) => {
        const includesAnchor = rest.includesAnchor || (before > 0 && after > 0);
        const parameters = {
          anchor: String(requestedAnchor),
          num_before: before,
          num_after: after,
          include_anchor: includesAnchor,
        };
        const reading = new ModelReader(library, reader);
        const narrow = terms.map(onWire);
        const answer = await (reader.person as TestUser).get("/messages", { ...parameters, narrow });
        const context = JSON.stringify({ seed: SEED, reader: reader.id, ...parameters, terms });
        const mistake = asking.expectedError(reading, terms);
        if (mistake !== null) return assert.deepEqual([answer.code, answer.msg], ["BAD_NARROW", mistake], context);
        const matching = asking.expectedMatches(reading, terms);
        const at =
          {
            newest: asking.MAX_MESSAGE_ID,
            oldest: MIN_MESSAGE_ID,
            first_unread: asking.expectedFirstUnread(reading, terms),
          }[requestedAnchor as "newest"] ?? (requestedAnchor as number);
        const page = asking.expectedPage(matching, at, { anchor: at, before, after, includesAnchor });
        const isForbidden = asking.namesUnreadableChannel(reading, terms);
        assert.deepEqual(
          {
            messages: (answer["messages"] as { id: number; flags: string[] }[]).map(({ id, flags }) => [
              id,
              flags.toSorted(),
            ]),
            anchor: answer["anchor"],
            found: [answer["found_anchor"], answer["found_oldest"], answer["found_newest"]],
          },
          {
            messages: page.leaves.map((one) => [one.id, reading.flagsOf(one)]),
            anchor: at,
            found: [page.foundAnchor, page.foundOldest || isForbidden, page.foundNewest || isForbidden],
          },
          context,
        );
      },
    ),
    PAGES,
  );
});
