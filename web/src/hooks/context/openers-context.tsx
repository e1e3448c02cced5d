import { createContext, use } from "react";

/** A video on another site. */
export interface HostedVideo {
  /** URL of its player. */
  readonly address: string;
  readonly title: string;
  /** URL of its page on that site. */
  readonly page: string;
}

/** Functions that open overlays from many parts of the page. */
export interface OverlayOpeners {
  /** Shows a user's profile card next to the pressed element. */
  readonly openProfile: (userId: number, beside: Element) => void;
  /** Shows an image in full size, with navigation to the others around it. */
  readonly openImage: (image: HTMLImageElement) => void;
  /** Plays a video of another site, which is contacted only then. */
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
