import { createContext, use } from "react";

/** A video on another site. */
export interface HostedVideo {
  /** URL of the player that can be embedded. */
  readonly address: string;
  readonly title: string;
  /** URL of the page on which the site shows the video. */
  readonly page: string;
}

/** Functions that open overlays from many parts of the page. */
export interface OverlayOpeners {
  /** Shows a user's profile card next to the element that was pressed. */
  readonly openProfile: (userId: number, beside: Element) => void;
  /** Shows an image in full size. The user can move on to the other images of the message list. */
  readonly openImage: (image: HTMLImageElement) => void;
  /** Plays a video from another site. No request is sent to that site before this is called. */
  readonly openVideo: (video: HostedVideo) => void;
}

const OpenersContext = createContext<OverlayOpeners>({
  openProfile: () => undefined,
  openImage: () => undefined,
  openVideo: () => undefined,
});

export const OverlayOpenersProvider = OpenersContext;

/** Returns the functions that open profile cards, images and videos. */
export const useOverlayOpeners = (): OverlayOpeners => use(OpenersContext);
