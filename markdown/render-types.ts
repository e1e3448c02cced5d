/** What a text refers to, found without any look-up, so that the caller can fetch all of it in one query. */
export interface References {
  /** Lower-cased names of `@**Name**` (without `|id`). */
  readonly userNames: readonly string[];
  /** From `@**Name|9**` and `@**|9**`. */
  readonly userIds: readonly number[];
  /** Lower-cased names of `@*name*`. */
  readonly groupNames: readonly string[];
  /** Exact names of `#**name**` and `#**name>topic**`. */
  readonly channelNames: readonly string[];
  /** Topics of `#**channel>topic**` that are linked to without a message. */
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
  /** From `:name:`. */
  readonly emojiNames: readonly string[];
  /** Path ids of what may be uploaded files. */
  readonly uploads: readonly string[];
}

/** Recognizes text that becomes a link without being marked as one, such as the number of an issue. */
export interface Linkifier {
  /**
   * The matches in a text, in order and apart from each other: UTF-16 positions and the address that each leads to.
   * Only matches that stand by themselves: at the text's start or after a blank or one of `'"(,:<`, and before the
   * text's end or anything but a letter or digit. U+FFFC stands for markup; a match that covers one is dropped.
   */
  match(text: string): Iterable<{ readonly start: number; readonly end: number; readonly url: string }>;
}

/** What the server knows of an uploaded file. */
export type Upload =
  | { readonly kind: "video" | "audio" | "other" }
  /** An image that is shown as it is: nothing smaller is made of it. */
  | { readonly kind: "plain image" }
  | {
      readonly kind: "image";
      readonly contentType: string;
      /** Pixels. */
      readonly width: number;
      readonly height: number;
      /** Whether it has more than one frame. */
      readonly isAnimated: boolean;
      /** Whether the small copy exists that is shown in its stead. */
      readonly hasThumbnail: boolean;
      /** File name of the copy that browsers can show if they cannot show the original, `4032x3024.webp`. */
      readonly transcoded?: string | undefined;
    };

/** What a page of the web says of itself. Texts as they are, not HTML. */
export interface Embed {
  readonly title: string;
  /** Empty where the page has none. */
  readonly description: string;
  /** Absolute address of a picture, `http:` or `https:`. */
  readonly image: string;
  /** If the page shows a video: HTML of what plays it, which clients may put into their page. */
  readonly player?: string | undefined;
}

/** The answers to a text's references, and what its organization and its writer wish. What is missing does not exist. */
export interface Lookups {
  readonly users: readonly { id: number; full_name: string; is_active: boolean }[];
  readonly groups: readonly { id: number; name: string; deactivated: boolean }[];
  /** Only those the sender may see. */
  readonly channels: readonly { id: number; name: string }[];
  /**
   * Newest message id of a topic the sender can see, by `${channelId}:${topic.toLowerCase()}`. A topic that is absent is
   * linked to without a message.
   */
  readonly topicTargets?: ReadonlyMap<string, number>;
  /** How the topic with the empty name is shown, "general chat". */
  readonly emptyTopicName: string;
  /** The organization's own address, `https://chat.example.org`: links into it become relative. */
  readonly realmUrl?: string | undefined;
  /** Addresses of the organization's own emoji by name; deactivated ones left out. */
  readonly customEmoji?: ReadonlyMap<string, string>;
  /** Whether `:)` becomes an emoji. */
  readonly translateEmoticons?: boolean;
  /** In the order of precedence. */
  readonly linkifiers?: readonly Linkifier[];
  /** The language of code blocks that name none. */
  readonly defaultCodeLanguage?: string | undefined;
  /** Whether pictures, videos and sound that are linked to are shown below the text. */
  readonly showPreviews?: boolean;
  /** Uploaded files that the text links to and its writer may see, by path id (`2/ab/cat.png`). */
  readonly uploads?: ReadonlyMap<string, Upload>;
  /**
   * What is known of pages, by the address that is linked to. Without it, pages are not previewed; those that are absent
   * are not previewed yet.
   */
  readonly embeds?: ReadonlyMap<string, Embed> | undefined;
  /** Where pictures and videos of other sites are loaded from instead; without it, from there. */
  readonly externalSource?: (url: string) => string;
}

export interface Rendered {
  readonly html: string;
  /** Ids in the order of their first appearance. A user mentioned both ways stands in both lists. */
  readonly mentions: {
    readonly users: readonly number[];
    readonly silentUsers: readonly number[];
    readonly groups: readonly number[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** Whether it holds a link to an address (links to channels and topics do not count). */
  readonly hasLink: boolean;
  /** Whether an image is linked to outside of quotes. */
  readonly hasImage: boolean;
  /** Whether an uploaded file is linked to that the writer may see; any, where none were looked up. */
  readonly hasAttachment: boolean;
  /** Path ids of the uploaded files that are linked to, whether or not they exist. */
  readonly attachments: readonly string[];
  /** The distinct addresses linked to outside of quotes, in order. */
  readonly links: readonly string[];
  /** Those of them whose pages could be previewed, whether or not they are: none if pages are not to be. */
  readonly pages: readonly string[];
}

/** The text cannot be rendered within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
