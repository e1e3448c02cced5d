import { demoUsers, type DemoChannel, type DemoUser } from "./demo-users.ts";

/** Reactions to a message, and votes in its poll. */
export interface DemoResponses {
  /** The users who reacted, by the emoji's name. */
  readonly reactions?: Readonly<Record<string, readonly DemoUser[]>>;
  /** The users who voted in a poll: element 0 lists the voters of the first option, and so on. */
  readonly votes?: readonly (readonly DemoUser[])[];
}

/**
 * A message: its sender, its age in minutes when the organization is created, its content, and the reactions and votes.
 */
export type DemoMessage = readonly [
  from: DemoUser,
  minutesAgo: number,
  content: string,
  answers?: DemoResponses | undefined,
];

export interface DemoConversation {
  readonly to: { readonly channel: DemoChannel; readonly topic: string } | { readonly people: readonly DemoUser[] };
  readonly messages: readonly DemoMessage[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Prefix of a picture's file name (in `pictures/`). The prefix and the name are replaced by the picture's URL. */
export const PICTURE_PREFIX = "picture:";

const mention = (part: DemoUser) => `@**${demoUsers[part].fullName}**`;

const general: readonly DemoConversation[] = [
  {
    to: { channel: "general", topic: "welcome" },
    messages: [
      [
        "owner",
        8 * DAY,
        "Welcome, everyone! :wave:\n\nThis is a **demo organization**: look around, send messages, try things out. " +
          "Every conversation has a *topic*, so you can catch up on one thing at a time.",
      ],
      ["admin", 8 * DAY - 4, `Thanks, ${mention("owner")}! Glad to be here.`],
      [
        "member2",
        8 * DAY - 11,
        "Hello from Osaka! 今日はいい天気です。",
        { reactions: { wave: ["owner", "moderator", "member"], sunny: ["admin"] } },
      ],
      [
        "guest",
        7 * DAY + 3 * HOUR,
        "Hi all, Priya here. I'm helping out with the launch copy until the end of the month.",
      ],
      ["moderator", 7 * DAY + 3 * HOUR - 6, "Welcome, Priya! Ask me anything about who does what."],
    ],
  },
  {
    to: { channel: "general", topic: "lunch on Thursday" },
    messages: [
      [
        "moderator",
        5 * DAY + 2 * HOUR,
        "Team lunch on Thursday! Where should we go?\n\n1. The noodle place\n2. The garden café\n3. Bring your own",
      ],
      ["member", 5 * DAY + 2 * HOUR - 3, "2, if it doesn't rain."],
      ["member2", 5 * DAY + 2 * HOUR - 9, "I'm joining by video, so **3** for me :bento:"],
      ["admin", 5 * DAY + HOUR, "> 2, if it doesn't rain.\n\nIt won't. I checked."],
      [
        "moderator",
        5 * DAY + 50,
        "Garden café it is. Table for six at 12:30.",
        { reactions: { "+1": ["member", "admin", "owner"], bento: ["member2"] } },
      ],
    ],
  },
  {
    to: { channel: "general", topic: "release notes 1.0" },
    messages: [
      [
        "guest",
        2 * DAY,
        "First draft, comments welcome!\n\n## What's new\n\n* Topics in every channel\n* Search that finds things\n* Far fewer meetings\n\n## What's gone\n\n* ~~Unread counts in the thousands~~",
      ],
      [
        "member",
        2 * DAY - 14,
        `I like the tone. ${mention("guest")}, could you add something about keyboard shortcuts?`,
      ],
      [
        "guest",
        2 * DAY - 25,
        "Like this?\n\n| Key | Does |\n|---|---|\n| `n` | next unread topic |\n| `c` | compose |\n| `/` | search |",
      ],
      ["owner", 2 * DAY - 40, "Very clear. Ship it :ship:", { reactions: { heart: ["guest"], ship: ["member"] } }],
    ],
  },
  {
    to: { channel: "general", topic: "photos from the offsite" },
    messages: [
      [
        "admin",
        26 * HOUR,
        "If you took pictures at the lake, please add them to the [shared album](https://example.com/album).",
      ],
      [
        "member2",
        25 * HOUR,
        `Done. My favourite is this one, where the tent *almost* stands:\n\n[The lake](${PICTURE_PREFIX}lake.webp)`,
        { reactions: { heart_eyes: ["owner", "admin", "guest"], tent: ["member"] } },
      ],
      [
        "owner",
        24 * HOUR,
        "```spoiler How it ended\nThe tent lost.\n```",
        { reactions: { joy: ["member2", "admin"] } },
      ],
    ],
  },
  {
    to: { channel: "general", topic: "winter offsite" },
    messages: [
      ["moderator", 7 * HOUR, "It is time to book the next one. Three days in February, by train if we can."],
      [
        "moderator",
        7 * HOUR - 1,
        "/poll Where should we go?\nLisbon\nTromsø\nOsaka",
        { votes: [["owner", "guest"], ["member", "admin", "moderator"], ["member2"]] },
      ],
      ["member", 6 * HOUR, "Tromsø has northern lights :milky_way: and a sauna next to the meeting room."],
      ["member2", 6 * HOUR - 15, "Osaka has me 😄", { reactions: { joy: ["owner", "member"] } }],
    ],
  },
];

const engineering: readonly DemoConversation[] = [
  {
    to: { channel: "engineering", topic: "deploys" },
    messages: [
      ["bot", 6 * DAY, "Deployed `web` **v0.9.4** to production in 41 s."],
      [
        "bot",
        3 * DAY + 5 * HOUR,
        'Deploy of `web` **v0.9.5** failed at step *migrate*:\n\n```\nERROR: lock timeout while waiting for relation "account"\n```',
      ],
      ["member", 3 * DAY + 5 * HOUR - 2, "On it."],
      [
        "member",
        3 * DAY + 4 * HOUR,
        "The migration was waiting for a report that ran for an hour. I gave it a timeout:\n\n```sql\nset lock_timeout = '5s';\nalter table account add column locale text;\n```",
      ],
      ["bot", 3 * DAY + 4 * HOUR - 7, "Deployed `web` **v0.9.5** to production in 44 s."],
      ["admin", 3 * DAY + 4 * HOUR - 8, `Nicely done, ${mention("member")} :tada:`],
      ["bot", 95, "Deployed `web` **v1.0.0** to production in 39 s."],
    ],
  },
  {
    to: { channel: "engineering", topic: "✔ slow search" },
    messages: [
      ["admin", 4 * DAY, "Search takes 900 ms for long words. Any idea why?"],
      [
        "member",
        4 * DAY - 20,
        "We query each trigram separately. One query for all of them would do:\n\n```ts\nconst hits = await index.find(trigrams(word), { limit: 50 });\nreturn hits.filter(({ text }) => text.includes(word));\n```",
      ],
      [
        "owner",
        4 * DAY - 45,
        "Measured on a copy of production: `900 ms` → `35 ms`. :rocket:",
        { reactions: { tada: ["admin", "member"], rocket: ["member"] } },
      ],
      ["admin", 4 * DAY - 48, "That's more than 25 times faster. Merged."],
    ],
  },
  {
    to: { channel: "engineering", topic: "on call" },
    messages: [
      [
        "owner",
        30 * HOUR,
        `On call next week:\n\n* Monday to Wednesday: ${mention("admin")}\n* Thursday and Friday: ${mention("member")}\n* Weekend: me`,
      ],
      [
        "admin",
        29 * HOUR,
        "Works for me. The [runbook](https://example.com/runbook) is up to date; post questions in #**general**.",
      ],
      ["member", 28 * HOUR, "Can someone swap Friday with me? I have a dentist appointment at 15:00."],
      ["owner", 27 * HOUR, "I'll take it."],
    ],
  },
];

const confidential: readonly DemoConversation[] = [
  {
    to: { channel: "private", topic: "budget" },
    messages: [
      [
        "owner",
        3 * DAY,
        "Hardware for next year, as discussed:\n\n| Item | Quantity | Price |\n|---|---:|---:|\n| Laptop | 3 | 1,900 |\n| Screen | 5 | 420 |",
      ],
      ["member", 3 * DAY - 30, "That's 7,800 in total, within budget."],
      ["owner", 3 * DAY - 32, "Then I'll order on Monday. **Please keep it here until then.**"],
    ],
  },
  {
    to: { channel: "private", topic: "hiring" },
    messages: [
      [
        "member",
        20 * HOUR,
        "The second interview went well. Notes:\n\n> Asks good questions, says so when she doesn't know, writes clearly.",
      ],
      ["owner", 19 * HOUR, "Sounds like an offer. I'll talk to her tomorrow."],
    ],
  },
];

const direct: readonly DemoConversation[] = [
  {
    to: { people: ["owner", "admin"] },
    messages: [
      ["owner", 2 * DAY + 6 * HOUR, "Could you check the guest's access before Friday?"],
      ["admin", 2 * DAY + 5 * HOUR, "Done: Priya sees *general* and nothing else."],
    ],
  },
  {
    to: { people: ["member", "member2"] },
    messages: [
      ["member2", 22 * HOUR, "Is the build failing for you too?"],
      ["member", 22 * HOUR - 5, "It was. `npm ci` fixed it."],
      ["member2", 22 * HOUR - 7, "どうもありがとう! :pray:"],
    ],
  },
  {
    to: { people: ["moderator", "guest"] },
    messages: [["moderator", 5 * HOUR, "The launch copy is great. Could I have the short version by tomorrow noon?"]],
  },
  {
    to: { people: ["owner", "admin", "member"] },
    messages: [
      ["owner", 4 * HOUR, "Go or no go for 1.0?"],
      ["admin", 4 * HOUR - 2, "Go."],
      ["member", 4 * HOUR - 3, "/me presses the button"],
    ],
  },
];

/** Conversations of the demo organization. */
export const demoConversations: readonly DemoConversation[] = [...general, ...engineering, ...confidential, ...direct];
