import { createContext, use } from "react";

/** A video of another site. */
export interface HostedVideo {
  /** Of its player. */
  readonly address: string;
  readonly title: string;
  /** Where it is shown by its own site. */
  readonly page: string;
}

/** Opens what many parts of the page lead to. */
export interface OverlayOpeners {
  /** Shows who somebody is, beside what was pressed. */
  readonly openProfile: (userId: number, beside: Element) => void;
  /** Shows a picture large, with the others around it. */
  readonly openImage: (image: HTMLImageElement) => void;
  /** Plays a video of another site, which hears of it then. */
  readonly openVideo: (video: HostedVideo) => void;
}

const OpenersContext = createContext<OverlayOpeners>({
  openProfile: () => undefined,
  openImage: () => undefined,
  openVideo: () => undefined,
});

export const OverlayOpenersProvider = OpenersContext;

/** The ways to open somebody's card, or a picture. */
export const useOverlayOpeners = (): OverlayOpeners => use(OpenersContext);
